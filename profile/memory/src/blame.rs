//! Division of a collection's cycles among those who allocated.

/// Divides `whole` in proportion to the weights, by largest remainders: the shares add up to `whole`, and each is its exact part,
/// rounded up or down. Of equal remainders the first are rounded up. No weights, or only zeros, give no shares.
#[must_use]
pub fn shares(whole: u64, weights: &[u64]) -> Vec<u64> {
    let sum: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let product = |weight: &u64| u128::from(whole) * u128::from(*weight);
    // Both fit: a part is at most the whole.
    let mut shares: Vec<u64> = weights
        .iter()
        .map(|weight| (product(weight) / sum) as u64)
        .collect();
    let given: u64 = shares.iter().sum();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(product(&weights[*place]) % sum));
    for place in order.into_iter().take((whole - given) as usize) {
        shares[place] += 1;
    }
    shares
}
