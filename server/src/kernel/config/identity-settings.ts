export type SumsubSettings = { url: string; appToken: string; secretKey: string; webhookSecret: string; level: string }
export type VeriffSettings = { url: string; apiKey: string; secret: string }
/** Which provider checks documents beside the operators; none unless it is configured. */
export type IdentitySettings =
  | { name: 'sumsub'; settings: SumsubSettings }
  | { name: 'veriff'; settings: VeriffSettings }
  | undefined

const sumsubNames = ['SUMSUB_APP_TOKEN', 'SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRET', 'SUMSUB_LEVEL'] as const
const veriffNames = ['VERIFF_API_KEY', 'VERIFF_SECRET'] as const
type Name = (typeof sumsubNames)[number] | (typeof veriffNames)[number] | 'SUMSUB_URL' | 'VERIFF_URL'
type Variables = Readonly<Partial<Record<Name, string | undefined>>>

/** Reads which provider is used. Throws an Error with one sentence where a set of variables is not whole, or both are set. */
export function readIdentity(v: Variables): IdentitySettings {
  const [sumsub, veriff] = [whole(v, sumsubNames), whole(v, veriffNames)]
  if (sumsub !== undefined && veriff !== undefined)
    throw new Error('SUMSUB_… and VERIFF_… are both set, but one provider checks a document: remove one of them.')
  if (sumsub !== undefined)
    return {
      name: 'sumsub',
      settings: {
        url: v.SUMSUB_URL ?? 'https://api.sumsub.com',
        appToken: sumsub.SUMSUB_APP_TOKEN,
        secretKey: sumsub.SUMSUB_SECRET_KEY,
        webhookSecret: sumsub.SUMSUB_WEBHOOK_SECRET,
        level: sumsub.SUMSUB_LEVEL,
      },
    }
  if (veriff === undefined) return undefined
  return {
    name: 'veriff',
    settings: {
      url: v.VERIFF_URL ?? 'https://stationapi.veriff.com',
      apiKey: veriff.VERIFF_API_KEY,
      secret: veriff.VERIFF_SECRET,
    },
  }
}

function whole<N extends Name>(v: Variables, names: readonly N[]): Record<N, string> | undefined {
  const missing = names.filter((name) => v[name] === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0) throw new Error(`${names.join(', ')} belong together, but ${missing.join(', ')} is not set.`)
  return Object.fromEntries(names.map((name) => [name, v[name]])) as Record<N, string>
}
