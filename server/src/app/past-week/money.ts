import { randomBytes } from 'node:crypto'
import { depositCredit } from '@evenhand/proofs/approval-payloads.ts'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import sharp from 'sharp'
import type { KeptMail } from '../../kernel/mail/mailbox.ts'
import type { Week } from './week.ts'

/** Valid on its network, with no known key. */
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const fundPassword = '482915'
const method = 'USDT-TRC20'
const email = 'amy@sandbox.evenhand.example'

type Deposit = { coin: 'USDT' | 'BTC'; network: 'TRC20' | 'Bitcoin'; amount: string }

/** A picture of a transfer that states it is none. */
const proofOf = ({ coin, amount }: Deposit): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#f4f6fa"/><g font-family="sans-serif" fill="#0c1526"><text x="60" y="120" font-size="34">Sandbox: made-up transfer</text><text x="60" y="220" font-size="54">${amount} ${coin}</text><text x="60" y="300" font-size="22">${randomBytes(12).toString('hex')}</text></g></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** The customer's form with its proof. */
export async function announceDeposit({ amy }: Week, params: Deposit): Promise<void> {
  const proofFileId = await amy.upload('deposit', await proofOf(params))
  const txHash = randomBytes(32).toString('hex')
  await amy.post('user/recharge', { ...params, last6: 'Ab12Cd', txHash, proofFileId })
}

/** Two operators open the proof and sign the same amount: of this much it takes both. */
export async function creditDeposit({ amy, operator }: Week): Promise<void> {
  const [waiting] = await amy.get<{ id: string }[]>('user/listRecharge?status=SUBMITTED')
  if (waiting === undefined) throw new Error('no deposit waits')
  for (const role of ['finance1', 'finance2'] as const) {
    const page = await operator(role)
    await page.post(`deposits/${waiting.id}/proof`, { reason: 'compare with the chain' })
    const seen = await page.get<SeenDeposit>(`deposits/${waiting.id}`)
    const values = { amount: seen.amount, fromAddress: '', creditedBefore: null }
    await page.post(`deposits/${waiting.id}/credit`, {
      round: 1,
      revision: seen.revision,
      amount: seen.amount,
      reason: 'seen on the chain',
      assertion: await page.sign(depositCredit({ ...seen, claimed: seen.amount }, values)),
    })
  }
}

/** The code that was mailed for a scene; one a minute goes to an address. */
async function mailedCode(week: Week, request: object): Promise<string> {
  const { product, amy } = week
  await week.moveTo(week.now() + 61_000)
  const began = week.now()
  await amy.post('login/sendCode', request)
  await product.auth.idle()
  const response = await product.app.inject({
    url: `/sandbox/mails?to=${encodeURIComponent(email)}`,
    headers: { accept: 'application/json' },
  })
  const texts = response.json<KeptMail[]>().filter(({ at }) => at >= began)
  const code = texts.map(({ text }) => /^\d{6}$/m.exec(text)?.[0]).find((found) => found !== undefined)
  if (code === undefined) throw new Error('no code was mailed')
  return code
}

/** The fund password, and an address of the book, whose day begins. */
export async function prepareWithdrawals(week: Week): Promise<void> {
  await week.amy.prove()
  await week.amy.post('user/fundPassword/set', {
    fundPassword,
    code: await mailedCode(week, { scene: 'fundpwd' }),
  })
  const code = await mailedCode(week, { scene: 'address', quoteId: address })
  await week.amy.post('address/add', { coin: 'USDT', network: 'TRC20', address, label: '我的钱包', fundPassword, code })
}

/** Requests a withdrawal; what needs no person is paid. */
export async function withdraw(week: Week, amount: string): Promise<void> {
  const { amy, payout } = week
  const [to] = await amy.get<{ id: string }[]>('address/list')
  if (to === undefined) throw new Error('the book has no address')
  const query = `method=${method}&addressId=${to.id}&amount=${amount}`
  const { quoteId } = await amy.get<{ quoteId: string }>(`user/withdrawal/quote?${query}`)
  const code = await mailedCode(week, { scene: 'withdraw', quoteId })
  await amy.post('user/withdrawal', { method, addressId: to.id, amount, fundPassword, quoteId, code })
  await payout.runOnce()
  await week.moveTo(week.now() + 3000)
  await payout.runOnce()
}
