import { randomBytes } from 'node:crypto'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { mailedCode, openAccount, type CustomerAccount } from './customer.ts'
import { credit, reviewIdentity, operatorAt } from './operator.ts'
import { picture } from './picture.ts'
import type { RealServer } from './real-server.ts'

export const fundPassword = '482915'
export const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

type Funding = { server: RealServer; amount: string; verified?: boolean }
type Form = Record<string, string>

/** A customer with USDT as an approved deposit brings it, and verified by an operator where that is requested. */
export async function fundedCustomer({ server, amount, verified = false }: Funding): Promise<CustomerAccount> {
  const account = await openAccount(server.origin)
  const request = caller(server.origin, account.signedIn.token)
  const file = async (purpose: string, name: string): Promise<string> => {
    const form = new FormData()
    form.append('purpose', purpose)
    form.append('file', new Blob([picture()], { type: 'image/png' }), `${name}.png`)
    return (await request<{ fileId: string }>('file/upload', form)).fileId
  }
  if (verified) await verify({ server, request, file })
  const sent = { coin: 'USDT', network: 'TRC20', amount, last6: 'Ab12Cd', txHash: randomBytes(32).toString('hex') }
  const { id } = await request<{ id: string }>('user/recharge', {
    ...sent,
    proofFileId: await file('deposit', 'transfer'),
  })
  await credit(await operatorAt(server.consoleOrigin, 'sandbox-finance1'), id, `${amount}.000000`)
  if (BigInt(amount) > 1000n)
    await credit(await operatorAt(server.consoleOrigin, 'sandbox-finance2'), id, `${amount}.000000`)
  return account
}

type Opening = { server: RealServer; account: CustomerAccount; advance: (ms: number) => Promise<void> }

/** Gives the account a fund password and an address it can withdraw to now, as their two screens do. Moves the clock a day. */
export async function openWithdrawals({ server, account, advance }: Opening): Promise<void> {
  const { email, password, signedIn } = account
  const request = caller(server.origin, signedIn.token)
  const codeFor = async (about: Form): Promise<string> => {
    // One code a minute goes to an address.
    await advance(61_000)
    await request('login/sendCode', { to: email, ...about })
    return mailedCode(server.origin, email)
  }
  await request('user/proof', { password })
  await request('user/fundPassword/set', { fundPassword, code: await codeFor({ scene: 'fundpwd' }) })
  const code = await codeFor({ scene: 'address', quoteId: address })
  await request('address/add', { coin: 'USDT', network: 'TRC20', address, label: 'My wallet', fundPassword, code })
  await advance(dayMs)
}

type Request = ReturnType<typeof caller>
const caller =
  (origin: string, token: string) =>
  async <R>(path: string, body: FormData | Form): Promise<R> => {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}/swx/customer/${path}`, {
      method: 'POST',
      headers: { Authorization: token, virtually: 'NO', ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    const { code, result, msg } = (await response.json()) as { code: number; result: R; msg?: string }
    if (code !== 200) throw new Error(`refused ${path}: ${code} ${msg ?? ''}`)
    return result
  }

type Verifying = { server: RealServer; request: Request; file: (purpose: string, name: string) => Promise<string> }
async function verify({ server, request, file }: Verifying): Promise<void> {
  await request('user/identification', {
    firstName: 'Mia',
    lastName: 'Chen',
    birthDate: '1990-02-28',
    sex: 'female',
    country: 'NZ',
    address: '1 Queen Street, Auckland 1010',
    contact: 'mia@example.com',
    docType: 'PASSPORT',
    docNumber: `LM ${randomBytes(4).toString('hex')}`,
    docExpiry: '2099-01-01',
    frontFileId: await file('kyc', 'front'),
    holdingFileId: await file('kyc', 'holding'),
  })
  const operator = await operatorAt(server.consoleOrigin, 'sandbox-kyc')
  const { rows } = (await operator.get('kyc?page=1&size=100')).result as { rows: { id: string }[] }
  for (const { id } of rows) {
    await reviewIdentity(operator, id)
    await operator.post(`kyc/${id}/decide`, { verdict: 'VERIFIED', reasons: [], reason: 'as the guide requires' })
  }
}
