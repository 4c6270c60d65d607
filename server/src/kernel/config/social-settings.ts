import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** By what Google and Apple know this installation; undefined for one it is not known to. */
export type SocialSettings = {
  google: { clientId: string; clientSecret: string } | undefined
  apple: { clientId: string; teamId: string; keyId: string; key: KeyObject } | undefined
}

type Name =
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_CLIENT_SECRET'
  | 'APPLE_CLIENT_ID'
  | 'APPLE_TEAM_ID'
  | 'APPLE_KEY_ID'
  | 'APPLE_KEY_FILE'
type Variables = Readonly<Partial<Record<Name, string | undefined>>>

/** Reads who we are to each provider. Throws an Error with one sentence where a set of variables is not whole. */
export function readSocial(v: Variables): SocialSettings {
  const google = whole(v, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const apple = whole(v, ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_KEY_FILE'])
  return {
    google: google && { clientId: google.GOOGLE_CLIENT_ID, clientSecret: google.GOOGLE_CLIENT_SECRET },
    apple: apple && {
      clientId: apple.APPLE_CLIENT_ID,
      teamId: apple.APPLE_TEAM_ID,
      keyId: apple.APPLE_KEY_ID,
      key: readKey(apple.APPLE_KEY_FILE),
    },
  }
}

function whole<N extends Name>(v: Variables, names: readonly N[]): Record<N, string> | undefined {
  const missing = names.filter((name) => v[name] === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    throw new Error(`${names.join(', ')} belong together, but ${missing.join(', ')} is not set: set all or none.`)
  return v as Record<N, string>
}

function readKey(path: string): KeyObject {
  const wrong = (why: string): Error =>
    new Error(`APPLE_KEY_FILE ${path} ${why}: give the path of the .p8 file that Apple gave out for APPLE_KEY_ID.`)
  let key: KeyObject
  try {
    key = createPrivateKey(readFileSync(path))
  } catch {
    throw wrong('cannot be read as a private key')
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw wrong('is not a P-256 key')
  return key
}
