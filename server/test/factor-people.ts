import { codeAt, stepAt } from '../src/domains/auth/second-factor/totp.ts'
import { authenticator, type Authenticator } from './authenticator.ts'
import { goodPassword, type People } from './people.ts'

export const stepMs = 30_000

/** The bytes of a secret as an app reads it from its text. */
function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What an app shows for a secret at a time. */
export const shownBy = (secret: string, at: number): string => codeAt(bytesOf(secret), stepAt(at))
/** A code that the app shows neither now nor a step before or after. */
export function wrongCode(secret: string, at: number): string {
  const near = new Set([-1, 0, 1].map((step) => shownBy(secret, at + step * stepMs)))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.has(code)) ?? ''
}

/** Customers with second factors. */
export function factorPeople(at: People) {
  const proved = async (token: string): Promise<string> => {
    const answer = await at.post('user/proof', { password: goodPassword }, { token })
    if (answer.code !== 200) throw new Error(`no proof: ${JSON.stringify(answer)}`)
    return token
  }
  return {
    proved,
    /** A customer whose app is enabled, on a session that has just proved it. */
    async withApp(name: string) {
      const { token, user } = await at.customer(name)
      await proved(token)
      const { secret, uri }: { secret: string; uri: string } = (await at.post('user/otp/setup', {}, { token })).result
      const enabled = await at.post('user/otp/enable', { code: shownBy(secret, at.clock.now()) }, { token })
      if (enabled.code !== 200) throw new Error(`not enabled: ${JSON.stringify(enabled)}`)
      const result: { token: string; recoveryCodes: string[] } = enabled.result
      // The code that enabled it is used up: the app shows the next one.
      at.clock.advance(stepMs)
      return { ...result, user, secret, uri, oldToken: token, shown: () => shownBy(secret, at.clock.now()) }
    },
    /** A customer with one passkey, made on a device of its own. */
    async withPasskey(name: string, device: Authenticator = authenticator()) {
      const { token, user } = await at.customer(name)
      await proved(token)
      const { result: options } = await at.post('user/passkey/options', {}, { token })
      const made = await at.post('user/passkey/register', { name: 'Phone', passkey: device.make(options) }, { token })
      if (made.code !== 200) throw new Error(`no passkey: ${JSON.stringify(made)}`)
      const result: { token: string; recoveryCodes: string[]; passkey: { id: string } } = made.result
      return { ...result, user, device, oldToken: token }
    },
  }
}
