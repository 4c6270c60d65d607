/** Whether a field of a payload is a moment: whole milliseconds by the name of the field. */
export const isTime = (name: string, value: string): boolean =>
  /(At|until|from)$/i.test(name) && /^\d{12,14}$/.test(value)

/** Milliseconds as UTC and as they are signed, since a person who verifies reads both. */
export const formatTime = (value: string): string => `${new Date(Number.parseInt(value, 10)).toISOString()} (${value})`

/** Whether a value is an address, hash or the like: so long that two of them are distinguished only in groups. */
export const isSign = (value: string): boolean => /^[A-Za-z0-9]{24,}$/.test(value)
