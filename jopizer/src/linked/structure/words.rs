//! The words of an image, by address.

/// Words of an image; there is nothing outside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words<'a>(pub(crate) &'a [u32]);

impl<'a> Words<'a> {
    pub(crate) fn count(self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn get(self, address: u32) -> Option<u32> {
        self.0.get(address as usize).copied()
    }

    /// `count` words from an address on, if they are all there.
    pub(crate) fn range(self, address: u32, count: u32) -> Option<&'a [u32]> {
        let start = address as usize;
        self.0.get(start..start.checked_add(count as usize)?)
    }

    /// The sum of an address and a length, if it is not beyond the end.
    pub(crate) fn end_of(self, address: u32, length: u32) -> Option<u32> {
        address
            .checked_add(length)
            .filter(|end| *end <= self.count())
    }
}
