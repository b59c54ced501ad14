// A pattern that means nothing.

export class PatternError extends Error {}
