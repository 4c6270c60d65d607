export type ChangedValue = {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)

function fieldsOf(json: string | null): Fields {
  if (json === null) return {}
  try {
    const read = JSON.parse(json) as unknown
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Fields) : { value: read }
  } catch {
    return { value: json }
  }
}

/** What an operation changed, field by field, from the record's JSON before and after; a field that stayed shows its value once. */
export function changedValues(before: string | null, after: string | null): readonly ChangedValue[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => {
    const [old, now] = [textOf(was[name]), textOf(is[name])]
    return { name, before: old === now ? undefined : old, after: now }
  })
}
