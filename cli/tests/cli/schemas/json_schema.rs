//! The part of JSON Schema (draft 2020-12) that `docs/schemas` use. Another keyword is an error, so that none is passed over.
//! A key that a schema does not have is an error here, too: readers ignore it, but no document has one.

use serde_json::{Map, Value};

/// What does not follow the schema, each with its place.
pub(crate) fn errors(schema: &Value, instance: &Value) -> Vec<String> {
    let mut errors = Vec::new();
    let validator = Validator { root: schema };
    validator.check(schema, instance, "", &mut errors);
    errors
}

struct Validator<'a> {
    root: &'a Value,
}

impl Validator<'_> {
    fn check(&self, schema: &Value, instance: &Value, place: &str, errors: &mut Vec<String>) {
        let keywords = schema.as_object().expect("a schema is an object");
        for (keyword, value) in keywords {
            let complaint = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" => None,
                "properties" => {
                    if !keywords.contains_key("additionalProperties") {
                        self.properties(keywords, None, instance, place, errors);
                    }
                    None
                }
                "$ref" => {
                    let pointer = value.as_str().and_then(|target| target.strip_prefix('#'));
                    let target = pointer.and_then(|pointer| self.root.pointer(pointer));
                    let target = target.unwrap_or_else(|| panic!("{value} leads nowhere"));
                    self.check(target, instance, place, errors);
                    None
                }
                "const" => (value != instance).then(|| format!("is not {value}")),
                "type" => (!has_type(value, instance)).then(|| format!("{instance} is no {value}")),
                "minLength" => {
                    let length = instance.as_str().map(str::len);
                    length
                        .filter(|length| (*length as u64) < value.as_u64().unwrap_or_default())
                        .map(|_| "is too short a text".to_owned())
                }
                "required" => missing(value, instance),
                "items" => {
                    for (number, element) in instance.as_array().into_iter().flatten().enumerate() {
                        self.check(value, element, &format!("{place}/{number}"), errors);
                    }
                    None
                }
                "minimum" => {
                    let is_below = instance.as_i64() < value.as_i64();
                    (instance.is_i64() && is_below).then(|| format!("is below {value}"))
                }
                "anyOf" => {
                    let mut any = value.as_array().into_iter().flatten();
                    let fits = |schema: &Value| {
                        let mut errors = Vec::new();
                        self.check(schema, instance, place, &mut errors);
                        errors.is_empty()
                    };
                    (!any.any(fits)).then(|| format!("is none of {value}"))
                }
                "additionalProperties" => {
                    assert!(value.is_object(), "{place}: new keys change no version");
                    self.properties(keywords, Some(value), instance, place, errors);
                    None
                }
                other => panic!("{place}: this test does not know the keyword {other}"),
            };
            errors.extend(complaint.map(|complaint| format!("{place}: {complaint}")));
        }
    }

    fn properties(
        &self,
        keywords: &Map<String, Value>,
        others: Option<&Value>,
        instance: &Value,
        place: &str,
        errors: &mut Vec<String>,
    ) {
        let known = keywords.get("properties").and_then(Value::as_object);
        for (key, value) in instance.as_object().into_iter().flatten() {
            let place = format!("{place}/{key}");
            match known.and_then(|known| known.get(key)).or(others) {
                Some(schema) => self.check(schema, value, &place, errors),
                None => errors.push(format!("{place}: is not in the schema")),
            }
        }
    }
}

fn has_type(types: &Value, instance: &Value) -> bool {
    let is = |name: &str| match name {
        "object" => instance.is_object(),
        "array" => instance.is_array(),
        "string" => instance.is_string(),
        "integer" => instance.is_u64() || instance.is_i64(),
        "number" => instance.is_number(),
        "boolean" => instance.is_boolean(),
        "null" => instance.is_null(),
        other => panic!("there is no type {other}"),
    };
    match types {
        Value::Array(types) => types.iter().filter_map(Value::as_str).any(is),
        one => is(one.as_str().expect("a type is a text")),
    }
}

fn missing(keys: &Value, instance: &Value) -> Option<String> {
    let object = instance.as_object()?;
    let keys = keys.as_array().into_iter().flatten();
    let mut keys = keys.filter_map(Value::as_str);
    let key = keys.find(|key| !object.contains_key(*key))?;
    Some(format!("has no key {key}"))
}

#[test]
fn what_does_not_follow_a_schema_is_found() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {
            "a": {"type": ["integer", "null"]},
            "b": {"type": "array", "items": {"$ref": "#/$defs/text"}},
        },
        "required": ["a"],
        "$defs": {"text": {"type": "string", "minLength": 1}},
    });
    let wrong = |instance: Value| errors(&schema, &instance).len();
    assert_eq!(wrong(serde_json::json!({"a": null, "b": ["x"]})), 0);
    assert_eq!(wrong(serde_json::json!({"a": 1.5})), 1);
    assert_eq!(wrong(serde_json::json!({"b": [""]})), 2);
    assert_eq!(wrong(serde_json::json!({"a": 1, "c": 2})), 1);
    assert_eq!(wrong(serde_json::json!([])), 1);
}
