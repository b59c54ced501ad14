// Elements of the page; all text goes in as text, never as markup.

type Attributes = Record<string, string | boolean | ((event: never) => void)>;

/** Makes an element. Attributes that are functions become listeners, `false` leaves one out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value as EventListener);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** A name that breaks at its points and slashes where it is too long for a line. */
export function breakable(name: string): (Node | string)[] {
  return name.split(/(?<=[./;(])/).flatMap((part, place) => (place === 0 ? [part] : [element("wbr"), part]));
}

/** A labelled choice. */
export function choice(
  label: string,
  id: string,
  options: readonly (readonly [value: string, text: string])[],
  changed: (value: string) => void,
): HTMLLabelElement {
  const select = element("select", { id, change: () => changed(select.value) });
  for (const [value, text] of options) select.append(element("option", { value }, text));
  return element("label", { class: "choice" }, label, select);
}

/** Offers a text as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Shows in place of the page why there is none. */
export function showFailure(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  document.body.append(element("p", { class: "failure", role: "alert" }, text));
}
