/** A number of a figure's value, which may be anything that JSON can hold. */
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
