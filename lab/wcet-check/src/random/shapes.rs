//! Statements beyond plain loops and branches: merged loops, handlers, calls through interfaces, recursion, allocation, fields as limits.

use super::{At, ClassMaker, MOST_WORK};

impl ClassMaker<'_> {
    /// A statement of one of ten kinds.
    pub(super) fn shape(&mut self, at: At, kind: u32) {
        let is_deep = at.depth >= 3 || at.times * 16 >= MOST_WORK;
        match kind {
            0 | 1 if !is_deep => self.odd_loop(at),
            2 => self.through_interface(at),
            3 if at.depth < 3 => self.handler(at),
            4 => self.allocation(at),
            5 if !is_deep => self.over_array(at),
            6 => self.member_call(at),
            7 if !is_deep => self.counted(at),
            _ if !is_deep && self.rng.bool() => self.modes(at),
            _ => self.locked(at),
        }
    }

    /// Loops that end otherwise than by a plain counter.
    fn odd_loop(&mut self, at: At) {
        let i = at.counters;
        let data = self.operand(at);
        // Of the code, with the bound that the analysis need not find.
        let (lines, bound): (Vec<String>, Option<u32>) = match self.rng.u32(0..7) {
            0 => (
                vec![format!("for (int i{i} = 0; i{i} != 12; i{i} += 3) {{")],
                None,
            ),
            1 => (
                vec![format!(
                    "for (int i{i} = Integer.MAX_VALUE - 3; i{i} > 0; ++i{i}) {{"
                )],
                Some(4),
            ),
            2 => (
                vec![
                    format!("int i{i} = 0;"),
                    format!("for (long l{i} = {data} & 7; l{i} < 9; l{i} += 2) {{"),
                    format!("    i{i} = (int) l{i};"),
                ],
                Some(5),
            ),
            3 => (
                vec![format!("for (int i{i} = 0; i{i} < limit; ++i{i}) {{")],
                Some(9),
            ),
            4 => (
                vec![
                    format!("int i{i} = {data} & 15;"),
                    "while (true) {".to_owned(),
                    format!("    while ((i{i} & 3) != 3) {{"),
                    format!("        i{i}++;"),
                    "    }".to_owned(),
                    format!("    i{i}++;"),
                    format!("    if (i{i} > 16) {{"),
                    "        break;".to_owned(),
                    "    }".to_owned(),
                ],
                Some(24),
            ),
            5 => (
                vec![
                    format!("int i{i} = 0;"),
                    format!("for (Link k{i} = chain; k{i} != null; k{i} = k{i}.next) {{"),
                    format!("    i{i} += k{i}.value;"),
                ],
                Some(5),
            ),
            _ => (
                vec![
                    format!("int i{i} = {data} & 7;"),
                    format!("while (i{i} < 12) {{"),
                    format!("    i{i} += 2;"),
                    format!("    if ((i{i} & 1) == 0) {{"),
                    "        continue;".to_owned(),
                    "    }".to_owned(),
                ],
                Some(6),
            ),
        };
        self.loops.push(bound);
        self.line(at, "{");
        let outer = At {
            depth: at.depth + 1,
            ..at
        };
        for line in lines {
            self.line(outer, &line);
        }
        self.statement(At {
            depth: at.depth + 2,
            times: at.times * 16,
            counters: i + 1,
        });
        self.line(outer, "}");
        self.line(at, "}");
    }

    fn through_interface(&mut self, at: At) {
        let x = self.operand(at);
        let act = [
            "ACTS[(a & 3) % 3]",
            "ACTS[1]",
            "((b & 1) == 0 ? ACTS[0] : ACTS[2])",
        ];
        let act = act[self.rng.usize(0..act.len())];
        let name = ["act", "twice"][self.rng.usize(0..2)];
        self.spend(at.times * 12);
        self.line(at, &format!("c += {act}.{name}({x} & 127);"));
    }

    /// A handler, with statements without loops in it: compilers copy what is in `finally`.
    fn handler(&mut self, at: At) {
        let x = self.operand(at);
        let inner = At {
            depth: at.depth + 1,
            ..at
        };
        self.line(at, "try {");
        let risky = [
            format!("a += careful({x});"),
            format!("a += DATA[({x} & 15) + ((b & 127) == 77 ? 16 : 0)];"),
            format!("b += 100 / (({x} & 127) - 3);"),
            "c += read(null == LOCK ? null : DATA, a);".to_owned(),
        ];
        let risky = &risky[self.rng.usize(0..risky.len())];
        self.line(inner, risky);
        match self.rng.u32(0..3) {
            0 => {
                self.line(at, "} catch (IllegalStateException e) {");
                self.line(inner, "b ^= 77;");
                self.line(at, "} catch (RuntimeException e) {");
                self.line(inner, "c -= 9;");
            }
            1 => {
                self.line(at, "} catch (RuntimeException e) {");
                self.line(inner, "limit = 1 + (a & 7);");
            }
            _ => {
                self.line(at, "} catch (RuntimeException e) {");
                self.line(inner, "b = c;");
                self.line(at, "} finally {");
                self.line(inner, "state ^= a;");
            }
        }
        self.line(at, "}");
    }

    fn allocation(&mut self, at: At) {
        let x = self.operand(at);
        let lines = [
            format!("a += new Link({x}, null).value;"),
            format!("chain = (b & 1) == 0 ? null : new Link({x}, new Link(a, null));"),
            format!("c += new int[{x} & 31].length;"),
            "c += new Link[3].length + new int[2][3].length;".to_owned(),
            format!("a += ((Way) (Object) WAYS[{x} & 1]).go(2);"),
        ];
        self.spend(at.times * 8);
        let line = &lines[self.rng.usize(0..lines.len())];
        self.line(at, line);
    }

    /// A loop as long as an array.
    fn over_array(&mut self, at: At) {
        self.loops.push(None);
        let i = at.counters;
        let inner = At {
            depth: at.depth + 1,
            times: at.times * 16,
            counters: i + 1,
        };
        let length = self.rng.i32(1..9);
        self.line(at, "{");
        self.line(at, &format!("    int[] t{i} = new int[{length}];"));
        let head = match self.rng.bool() {
            true => format!("    for (int i{i} = 0; i{i} < t{i}.length; ++i{i}) {{"),
            false => format!("    for (int i{i} : t{i}) {{"),
        };
        self.line(at, &head);
        self.statement(inner);
        self.line(at, "    }");
        self.line(at, "}");
    }

    fn member_call(&mut self, at: At) {
        let (x, y) = (self.operand(at), self.operand(at));
        let depth = self.rng.i32(0..6);
        let calls = [
            format!("a += over({x});"),
            format!("a += over({x}, {y});"),
            format!("b += down({depth}, {x});"),
            format!("limit = {x} & 7;"),
        ];
        self.spend(at.times * 12);
        let call = &calls[self.rng.usize(0..calls.len())];
        self.line(at, call);
    }

    /// Counts that a test keeps within their capacity, unless something counts between test and store; and a loop as long as the count.
    fn counted(&mut self, at: At) {
        let x = self.operand(at);
        let (most, other) = (self.rng.i32(1..14), self.rng.i32(0..9));
        let changes = [
            format!("if (filled < {most}) {{ filled++; }}"),
            format!("if (filled < {most}) {{ fill({x}); filled++; }}"),
            format!("if (filled != {other}) {{ filled--; }}"),
            format!("if (filled > 0) {{ filled--; fill({x}); }}"),
            format!("if (filled < {most}) {{ a = filled; fill({x}); filled = a + 1; }}"),
            format!("filled = {x} & 7;"),
            format!("RINGS[{x} & 1].add(a);"),
            format!("RINGS[{x} & 1].addTwice(RINGS[b & 1], a);"),
            format!("RINGS[{x} & 1].take({x} & 3);"),
        ];
        let change = &changes[self.rng.usize(0..changes.len())];
        let loops = [
            "for (int m = 0; m < filled && m < 70; ++m) { c += m; }".to_owned(),
            "for (int m = filled; m > 0 && m < 70; --m) { c ^= m; }".to_owned(),
            format!("c += RINGS[{x} & 1].sum();"),
        ];
        let number = self.rng.usize(0..loops.len());
        self.spend(at.times * 80);
        if number < 2 {
            self.loops.push(None);
        }
        self.line(at, change);
        self.line(at, &loops[number]);
    }

    /// Ways that need values of one variable, which may change in between; tests of it, and of others that look alike.
    fn modes(&mut self, at: At) {
        let v = ["state", "a"][self.rng.usize(0..2)];
        let (one, other) = (self.rng.i32(0..3), self.rng.i32(0..3));
        let x = self.operand(at);
        let changes = [
            String::new(),
            format!("{v} = {other};"),
            format!("{v} = {v} + 1 & 3;"),
            format!("b += over({x});"),
            format!("{v} = {one};"),
        ];
        let tests = [
            format!("{v} == {other}"),
            format!("{other} == {v}"),
            format!("{v} > {one}"),
            format!("((b & 1) == 0 ? {v} : {one}) == {other}"),
            format!("((b & 1) == 0 ? {other} : {one}) == {v}"),
        ];
        let change = &changes[self.rng.usize(0..changes.len())];
        let test = &tests[self.rng.usize(0..tests.len())];
        self.spend(at.times * 60);
        self.loops.extend([None, None]);
        for line in [
            &format!("{v} &= 3;"),
            &format!("if ({v} == {one}) {{"),
            "    for (int m = 0; m < 25; ++m) { c += m; }",
            &format!("    {change}"),
            "}",
            &format!("if ({test}) {{"),
            "    for (int m = 0; m < 35; ++m) { c ^= m; }",
            "}",
            &format!("switch ({v}) {{ case 0: c += 3; case 2: c -= {x}; break; default: ++c; }}"),
        ] {
            self.line(at, line);
        }
    }

    fn locked(&mut self, at: At) {
        let x = self.operand(at);
        let inner = At {
            depth: at.depth + 1,
            ..at
        };
        self.line(at, "synchronized (LOCK) {");
        self.line(inner, &format!("state += {x};"));
        self.line(at, "}");
    }
}
