import { randomBytes } from 'node:crypto'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { mailedCode, openAccount } from '../../web/test/customer.ts'
import { picture } from '../../web/test/picture.ts'
import { advanceClock } from '../../web/test/sandbox-clock.ts'

type Notified = { origin: string; amount: string }
const fundPassword = '482915'
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

/** A customer who has sent USDT and claims it, with a picture as proof, and who may request it back. */
export async function depositor({ origin, amount }: Notified) {
  const { email, password, signedIn } = await openAccount(origin)
  const headers: Record<string, string> = { Authorization: signedIn.token, virtually: 'NO' }
  const resultOf = async <R>(response: Response): Promise<R> => {
    const { code, result, msg, params } = (await response.json()) as {
      code: number
      result: R
      msg?: string
      params?: object
    }
    if (code !== 200) throw new Error(`refused: ${code} ${msg ?? ''} ${JSON.stringify(params)}`)
    return result
  }
  const get = async <R>(path: string): Promise<R> =>
    resultOf(await fetch(`${origin}/swx/customer/${path}`, { headers }))
  const post = async <R>(path: string, body: object): Promise<R> => {
    const json = { ...headers, 'Content-Type': 'application/json' }
    const form = body instanceof FormData
    return resultOf(
      await fetch(`${origin}/swx/customer/${path}`, {
        method: 'POST',
        headers: form ? headers : json,
        body: form ? body : JSON.stringify(body),
      }),
    )
  }
  const codeFor = async (about: object): Promise<string> => {
    // One code a minute goes to an address.
    await advanceClock(origin, 61_000)
    await post('login/sendCode', { to: email, ...about })
    return mailedCode(origin, email)
  }
  const { fileId } = await post<{ fileId: string }>('file/upload', pictureOf('deposit'))
  const deposit = await post<{ id: string; orderNo: string }>('user/recharge', {
    coin: 'USDT',
    network: 'TRC20',
    amount,
    last6: 'Ab12Cd',
    txHash: randomBytes(32).toString('hex'),
    proofFileId: fileId,
  })
  return {
    ...deposit,
    signedIn,
    /** The name the account has on lists. */
    username: (signedIn.user as { username: string }).username,
    /** Where the customer stands with the verification. */
    identityStatus: async (): Promise<string> => (await get<{ status: string }>('user/identification')).status,
    /** What the real account holds in USDT. */
    async free(): Promise<string | undefined> {
      const { real } = await get<{ real: { asset: string; free: string }[] }>('user/accounts')
      return real.find(({ asset }) => asset === 'USDT')?.free
    },
    /** Sends the form of an identification; returns the name it carries. */
    async identify(): Promise<string> {
      const upload = async () => (await post<{ fileId: string }>('file/upload', pictureOf('kyc'))).fileId
      await post('user/identification', {
        firstName: 'Aroha',
        lastName: 'Ngata',
        birthDate: '1990-04-12',
        sex: 'female',
        country: 'NZ',
        address: '12 Kauri Street, Wellington',
        contact: '+6421000000',
        docType: 'PASSPORT',
        docNumber: `LA${randomBytes(3).toString('hex').toUpperCase()}`,
        docExpiry: '2031-01-01',
        frontFileId: await upload(),
        holdingFileId: await upload(),
      })
      return 'Aroha'
    },
    /** Applies for a loan with the agreement as it is shown, signed by a picture; returns its number. */
    async borrow(wanted: string, days: number): Promise<string> {
      const path = `loan/agreement?amount=${wanted}&days=${days}&lang=en`
      const { agreementHash } = await get<{ agreementHash: string }>(path)
      const { fileId: signatureFileId } = await post<{ fileId: string }>('file/upload', pictureOf('signature'))
      const body = { amount: wanted, days, agreementHash, signatureFileId }
      return (await post<{ orderNo: string }>('loan/apply', body)).orderNo
    },
    /** Sets a fund password, forgets it, and requests a new one by a picture. Moves the sandbox's clock by two minutes. */
    async loseFundPassword(): Promise<void> {
      await post('user/proof', { password })
      await post('user/fundPassword/set', { fundPassword, code: await codeFor({ scene: 'fundpwd' }) })
      const { number } = await get<{ number: string }>('user/fundPassword/selfie')
      const { fileId: selfieId } = await post<{ fileId: string }>('file/upload', pictureOf('kyc'))
      await post('user/proof', { password })
      const code = await codeFor({ scene: 'fundpwd' })
      await post('user/fundPassword/selfie', { new: '719305', number, fileId: selfieId, code })
    },
    /** Requests USDT to an address of his own. Moves the sandbox's clock by a day, so the server must be the test's alone. */
    async withdraw(wanted: string): Promise<string> {
      await post('user/proof', { password })
      await post('user/fundPassword/set', { fundPassword, code: await codeFor({ scene: 'fundpwd' }) })
      const code = await codeFor({ scene: 'address', quoteId: address })
      const kept = { coin: 'USDT', network: 'TRC20', address, label: 'Cold wallet', fundPassword, code }
      const { id: addressId } = await post<{ id: string }>('address/add', kept)
      await advanceClock(origin, dayMs)
      const method = 'USDT-TRC20'
      const quotePath = `user/withdrawal/quote?method=${method}&addressId=${addressId}&amount=${wanted}`
      const { quoteId } = await get<{ quoteId: string }>(quotePath)
      const by = await codeFor({ scene: 'withdraw', quoteId })
      const body = { method, addressId, amount: wanted, fundPassword, quoteId, code: by }
      return (await post<{ orderNo: string }>('user/withdrawal', body)).orderNo
    },
  }
}

/** A picture of a transfer, of a document, or of a signature. */
function pictureOf(purpose: 'deposit' | 'kyc' | 'signature'): FormData {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', new Blob([picture()], { type: 'image/png' }), 'picture.png')
  return form
}
