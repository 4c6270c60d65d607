import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Shows that a public generator makes a client of the OpenAPI document that compiles and trades: `npm run client:generated --
// http://localhost:3000`, against a running sandbox. It installs the generator and the compiler that it needs (26 MB) into a
// folder that it removes, which is why no run of the tests does it.

const [url = 'http://localhost:3000'] = process.argv.slice(2)
const packages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9']

/** What the generator writes, as the compiled program names it. */
const generated = './api.js'
const program = `
import createClient from 'openapi-fetch'
import type { paths } from '${generated}'

const client = createClient<paths>({ baseUrl: '${url}' })
const signedIn = await client.POST('/swx/customer/login/login', { body: { account: 'amy', password: 'amy-tries-things' } })
if (signedIn.data?.code !== 200) throw new Error('not signed in')
const { token } = signedIn.data.result
client.use({
  onRequest({ request }) {
    request.headers.set('authorization', token)
  },
})
const buy = (amount: string) =>
  client.POST('/swx/customer/order/buyOptions', {
    params: { header: { virtually: 'YES', 'Idempotency-Key': crypto.randomUUID() } },
    body: { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount },
  })

const bought = await buy('5.00')
if (bought.data?.code !== 200) throw new Error('not bought: ' + JSON.stringify(bought.data))
console.log('bought', bought.data.result.orderNo)

const refused = await buy('999999.00')
// The compiler knows by the code what a refusal carries.
if (refused.data?.code === 10016) console.log('refused', refused.data.msg, refused.data.params.max)
else if (refused.data?.code === 10026) console.log('refused', refused.data.msg, refused.data.params.free)
else throw new Error('not refused as expected: ' + JSON.stringify(refused.data))
`

const folder = mkdtempSync(join(tmpdir(), 'evenhand-generated-'))
const run = (script: string, args: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, [join(folder, script), ...args], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${script} failed`)
}
try {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: folder, stdio: 'inherit' }) // prettier-ignore
  const document = await fetch(`${url}/docs/openapi.json`)
  writeFileSync(join(folder, 'openapi.json'), await document.text())
  run('node_modules/openapi-typescript/bin/cli.js', ['openapi.json', '-o', 'api.d.ts'])
  writeFileSync(join(folder, 'trade.ts'), program)
  run('node_modules/typescript/bin/tsc', ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom', '--skipLibCheck', 'false', 'trade.ts']) // prettier-ignore
  run('trade.js', [])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
