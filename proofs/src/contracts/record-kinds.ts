/** What can happen to a contract; each is a signed record. */
export const recordKinds = ['accepted', 'opened', 'ended', 'stops', 'closed', 'financed', 'closingOut'] as const
export type RecordKind = (typeof recordKinds)[number]
