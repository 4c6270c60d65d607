import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

const run = promisify(execFile)
const installed = '@evenhand/client'
const root = join(import.meta.dirname, '../..')

let whole: WholeProduct
let origin = ''
let folder = ''
let key = ''
const call = async (path: string, body: object, token = ''): Promise<never> => {
  const response = await fetch(`${origin}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { result: never }).result
}

beforeAll(async () => {
  whole = await wholeProduct()
  origin = await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
  const password = 'amy-tries-things'
  const { token } = (await call('swx/customer/login/login', { account: 'amy', password })) as { token: string }
  await call('swx/customer/user/proof', { password }, token)
  const terms = { label: 'Example', scope: 'TRADE', virtualOnly: true, addresses: [], days: 7 }
  key = ((await call('swx/customer/user/apiKeys', terms, token)) as { secret: string }).secret
  folder = mkdtempSync(join(tmpdir(), 'evenhand-client-'))
  await run(process.execPath, ['tools/src/build-client.ts'], { cwd: root })
  await run('npm', ['pack', '--pack-destination', folder, '--silent'], { cwd: join(root, 'client') })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], { cwd: folder })
})
afterAll(async () => {
  await whole.close()
  rmSync(folder, { recursive: true, force: true })
})

it('trades the virtual account from an empty folder, receives the result and checks the receipt', async () => {
  const example = join(folder, 'node_modules/@evenhand/client/example.mjs')
  const child = execFile(process.execPath, [example], {
    cwd: folder,
    env: { ...process.env, EVENHAND_URL: origin, EVENHAND_KEY: key },
  })
  let output = ''
  child.stdout?.on('data', (part: string) => (output += part))
  child.stderr?.on('data', (part: string) => (output += part))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await expect.poll(() => output).toContain('bought')
  // Its minute passes at once where the clock can be moved.
  for (let step = 0; step < 3; step += 1) await call('sandbox/clock', { advanceMs: 31_000 })
  expect({ code: await ended, output }).toMatchObject({ code: 0 })
  expect(output).toMatch(/^BTCUSDT \d+\.\d+\nrefused \d{5} \w+\nbought \S+\n(?:WON|LOST|TIE|VOID) .*\nreceipt holds\n$/)
})

it('has types that name requests, results and refusals, and that a compiler holds a program to', async () => {
  const program = (amount: string): string => `
    import { createClient, isRefused } from '${installed}'
    import { checkReceipt } from '${installed}/receipts'
    const client = createClient({ url: '${origin}', key: '${key}' })
    const { orderId } = await client.call('buyOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: ${amount} })
    const { order } = await client.call('getOptionsOrderById', { id: orderId })
    const profit: string = order.profit
    const { rows } = await client.call('transactions', { kind: 'DEPOSIT' })
    rows satisfies readonly { amount: string }[]
    try { checkReceipt(profit, {}) } catch (problem) { if (isRefused(problem, 'insufficientBalance')) throw problem }
    client.changes((frame) => { if (frame.channel === 'orders') frame.what satisfies string })`
  writeFileSync(join(folder, 'right.mts'), program("'5.00'"))
  writeFileSync(join(folder, 'wrong.mts'), program('5'))
  const check = (file: string) =>
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', '', file], { cwd: folder }) // prettier-ignore
  await check('right.mts')
  const failed = await check('wrong.mts').then(() => '', (problem: { stdout: string }) => problem.stdout) // prettier-ignore
  expect(failed).toContain("Type 'number' is not assignable to type 'string'")
})
