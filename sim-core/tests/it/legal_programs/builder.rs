//! How the pieces of a legal program become words.

use super::items::{Constant, Index, Item};
use super::world::{Kind, LOOP_VARIABLE};
use crate::support::words::*;

/// Words of a program in the making.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    pub(crate) rom: Vec<u16>,
    /// Elements on the stack, counted from the begin of the routine.
    depth: i32,
    /// The last word may carry `nxt`.
    flaggable: bool,
    object_cache: bool,
}

impl Builder {
    /// Starts with the two `nop` that reset needs.
    pub(crate) fn new(object_cache: bool) -> Self {
        Self {
            rom: vec![NOP, NOP],
            object_cache,
            ..Self::default()
        }
    }

    pub(crate) fn here(&self) -> u16 {
        self.rom.len() as u16
    }

    pub(crate) fn code(&mut self, words: &[u16]) -> &mut Self {
        for &word in words {
            self.depth += stack_effect(word);
            self.rom.push(word);
            self.flaggable = word != WAIT && word & OPD == 0;
        }
        self
    }

    fn push(&mut self, (kind, choice): Constant) -> &mut Self {
        self.code(&[kind.push(choice)])
    }

    /// Ends a routine: `net` elements are left on the stack, and the last word dispatches.
    pub(crate) fn end_routine(&mut self, net: i32) {
        self.balance(net);
        if !self.flaggable {
            self.code(&[NOP]);
        }
        if let Some(last) = self.rom.last_mut() {
            *last |= NXT;
        }
        self.depth = 0;
    }

    /// Ends a routine with a dispatch in the second delay slot of a branch, which is lost.
    pub(crate) fn end_routine_with_a_lost_branch(&mut self, net: i32, test: Constant) {
        self.balance(net);
        self.push(test).code(&[NOP, bnz(5), NOP, NOP | NXT]);
        self.depth = 0;
    }

    /// Ends a routine with an array load whose result carries the dispatch, as the microcode of Java does.
    pub(crate) fn end_routine_with_an_array_load(
        &mut self,
        net: i32,
        array: Constant,
        index: Constant,
    ) {
        self.balance(net - 1);
        self.item(&Item::ArrayLoad {
            array,
            index,
            fillers: vec![POP],
        });
        self.end_routine(net);
    }

    /// Pops or pushes until the stack is `depth` deep.
    fn balance(&mut self, depth: i32) {
        while self.depth > depth {
            self.code(&[POP]);
        }
        while self.depth < depth {
            self.code(&[DUP]);
        }
    }

    fn wait(&mut self) -> &mut Self {
        self.code(&[WAIT, WAIT])
    }

    pub(crate) fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
            if self.depth.abs() > 12 {
                self.balance(0);
            }
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Word(word) => {
                self.code(&[*word]);
            }
            Item::Operand { carriers, user } => {
                for carrier in carriers {
                    self.code(&[carrier | OPD]);
                }
                self.code(&[*user]);
            }
            Item::Multiply { fillers } => {
                self.code(&[STMUL]).code(fillers).code(&[LDMUL]);
            }
            Item::SetJpc { value } => {
                // The stream is steady again at the fifth word.
                self.push(*value).code(&[STJPC, NOP, NOP, NOP, NOP]);
                self.flaggable = false;
            }
            Item::SetSp { value, stale } => {
                if *stale {
                    self.push(*value).code(&[STSP]);
                }
                self.push(*value).code(&[NOP, STSP]);
                self.depth = 0;
            }
            Item::Overlap {
                sp,
                distance,
                users,
            } => {
                self.push(*sp).push((Kind::Small, *distance));
                self.code(&[ADD, STAR]);
                self.item(&Item::SetSp {
                    value: *sp,
                    stale: false,
                });
                self.code(users);
            }
            Item::SetPointer { op, value, users } => {
                self.push(*value).code(&[*op]).code(users);
            }
            Item::Branch { .. }
            | Item::Jump { .. }
            | Item::Loop { .. }
            | Item::Chain { .. }
            | Item::JavaBranch { .. }
            | Item::Exit { .. } => self.control_item(item),
            _ => self.memory_item(item),
        }
    }

    fn memory_item(&mut self, item: &Item) {
        match item {
            Item::Read {
                op,
                address,
                fillers,
            } => {
                self.push(*address).code(&[*op]).code(fillers);
                self.wait().code(&[LDMRD]);
            }
            Item::Write {
                op,
                value,
                address,
                between,
                fillers,
            } => {
                self.push(*value).push(*address);
                self.code(&[STMWA])
                    .code(between)
                    .code(&[*op])
                    .code(fillers)
                    .wait();
            }
            Item::GetField {
                object,
                index,
                fillers,
            } => {
                self.push(*object).indexed(STGF, index).code(fillers);
                self.wait().code(&[LDMRD]);
            }
            Item::PutField {
                op,
                object,
                value,
                index,
                fillers,
            } => {
                self.push(*object).push(*value).indexed(*op, index);
                self.code(fillers).wait();
            }
            Item::GetStatic { index, fillers } => {
                self.indexed(STGS, index)
                    .code(fillers)
                    .wait()
                    .code(&[LDMRD]);
            }
            Item::PutStatic {
                value,
                index,
                fillers,
            } => {
                self.push(*value).indexed(STPS, index).code(fillers).wait();
            }
            Item::ArrayLoad {
                array,
                index,
                fillers,
            } => {
                self.push(*array).push(*index).code(&[STALD]).code(fillers);
                self.wait().code(&[LDMRD]);
            }
            Item::ArrayStore {
                array,
                index,
                value,
                fillers,
            } => {
                self.push(*array).push(*index).push(*value);
                self.code(&[STAST]).code(fillers).wait();
            }
            Item::Copy {
                destination,
                source,
                position,
                fillers,
            } => {
                self.push(*destination).push(*source).push(*position);
                self.code(&[STCP]).code(fillers).wait();
            }
            Item::DeviceWrite { value, register } => {
                self.push(*value).push(*register).code(&[STMWA, STMWD]);
                self.wait().code(&[NOP]);
                self.flaggable = false;
            }
            Item::Interrupt { source, exception } => {
                let writes = [
                    ((Kind::Number, 0), 3),      // mask: all
                    ((Kind::Small, *source), 1), // request
                    ((Kind::Small, 1), 0),       // enable
                    ((Kind::Number, 7), 2),      // exception
                ];
                for (value, register) in &writes[..3 + usize::from(*exception)] {
                    self.item(&Item::DeviceWrite {
                        value: *value,
                        register: (Kind::DeviceControl, *register),
                    });
                }
            }
            Item::Load {
                method,
                run,
                fillers,
            } => {
                self.push(*method).code(&[STBCRD]).code(fillers).wait();
                if *run {
                    self.code(&[LDBCSTART, STJPC, NOP, NOP, NOP, NOP]);
                    self.flaggable = false;
                }
            }
            _ => {}
        }
    }

    /// A field or static access with its index: operand bytes ride on the access and the words behind it.
    fn indexed(&mut self, op: u16, index: &Index) -> &mut Self {
        match index {
            // Every native access empties the object cache: where there is one, most of them are none.
            Index::Native(index) if !self.object_cache || index.1 >= 200 => {
                self.push(*index).code(&[STIDX]);
                if self.object_cache {
                    // What a read sees while the cache is being invalidated is not decided.
                    self.code(&[NOP]);
                }
                self.code(&[op])
            }
            _ if matches!(op, STPF | STPFR) => self.code(&[op, NOP | OPD, NOP | OPD]),
            _ => self.code(&[op | OPD, NOP | OPD]),
        }
    }

    fn control_item(&mut self, item: &Item) {
        match item {
            Item::Branch {
                if_zero,
                test,
                settle,
                slots,
                body,
            } => {
                self.push(*test).code(settle);
                let at = self.here();
                self.code(&[bz(0)]).code(slots);
                self.body(body);
                let distance = i32::from(self.here() - at) - 1;
                self.patch(at, *if_zero, distance);
            }
            Item::Jump { slots, skipped } => {
                self.code(&[jmp(2 + skipped.len() as i32)]).code(slots);
                self.rom.extend(skipped);
            }
            Item::Loop { count, body } => {
                self.push((Kind::Small, 1 + count % 3))
                    .code(&[stm(LOOP_VARIABLE)]);
                let start = self.here();
                self.body(body);
                self.code(&[ldm(LOOP_VARIABLE)]).push((Kind::Small, 1));
                self.code(&[SUB, DUP, stm(LOOP_VARIABLE), NOP]);
                let distance = i32::from(start) - i32::from(self.here()) - 1;
                let at = self.here();
                self.code(&[bz(0), NOP, NOP]);
                self.patch(at, false, distance);
            }
            Item::Chain {
                if_zero,
                test,
                second_slot,
                targets,
                sp,
            } => {
                self.push(*test).code(&[NOP]);
                let branch = if *if_zero { bz } else { bnz };
                // The zone of landings starts three words behind the branch; the jump's displacement counts
                // from the word that follows it, which behind the second slot is the branch's target.
                let [first, second] = targets.map(|target| i32::from(target % 4));
                self.code(&[branch(2 + first)]);
                if *second_slot {
                    self.code(&[NOP, jmp(second)]);
                } else {
                    self.code(&[jmp(1 + second), NOP]);
                }
                self.code(&(0..8).map(|n| Kind::Number.push(n)).collect::<Vec<_>>());
                self.item(&Item::SetSp {
                    value: *sp,
                    stale: false,
                });
            }
            Item::JavaBranch {
                operands,
                settle,
                carrier,
                slots,
            } => {
                self.push(operands[0]).push(operands[1]).code(settle);
                self.code(&[carrier | OPD, JBR | OPD]).code(slots);
                return; // the second slot may dispatch
            }
            Item::Exit { test } => {
                self.balance(0);
                self.push(*test).code(&[NOP, bz(3), NOP, NOP, NOP | NXT]);
            }
            _ => {}
        }
        self.flaggable = false;
    }

    /// Items that leave the stack as deep as they found it.
    fn body(&mut self, items: &[Item]) {
        let depth = self.depth;
        self.items(items);
        self.balance(depth);
    }

    /// Sets the branch at `at`; a target out of reach makes it a plain pop.
    fn patch(&mut self, at: u16, if_zero: bool, distance: i32) {
        let word = match (if_zero, distance) {
            (true, -32..=31) => bz(distance),
            (false, -32..=31) => bnz(distance),
            _ => POP,
        };
        self.rom[usize::from(at)] = word;
    }
}

/// Change of the stack's depth.
fn stack_effect(word: u16) -> i32 {
    match word >> 6 & 15 {
        0 | 1 | 6 | 7 => -1,
        2 | 3 => 1,
        _ => 0,
    }
}
