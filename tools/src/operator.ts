import { parseArgs } from 'node:util'
import { SetupError } from '../../server/src/kernel/config/config.ts'
import { createFirst, listAll, renewSetup } from './operator-command.ts'
import { withDatabase } from './product-database.ts'

// `npm run operator -- --create NAME`: the first operators of an installation, before anybody can sign in to the console.
// Beside the running program, with it stopped, or on DATABASE_URL.

const usage = `State what to do:
  npm run operator -- --create NAME   one of the first two superadmins; every other operator is invited in the console
  npm run operator -- --renew NAME    another one-time link for an operator who has not used it, mailed where there is an address
  npm run operator -- --list          who there is, with roles
NAME: 3 to 40 of a-z, 0-9, point, line and underscore.`

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { create: { type: 'string' }, renew: { type: 'string' }, list: { type: 'boolean' } },
  })
  const { create, renew, list } = values
  if ([create, renew, list].filter((one) => one !== undefined).length !== 1) throw new SetupError(usage)
  const lines = await withDatabase((pools) =>
    create !== undefined
      ? createFirst(pools.console, create)
      : renew !== undefined
        ? renewSetup(pools.console, renew)
        : listAll(pools.console),
  )
  console.log(lines.join('\n'))
}

try {
  await run()
} catch (cause) {
  const expected = cause instanceof SetupError || (cause instanceof TypeError && 'code' in cause)
  console.error(expected ? cause.message : cause)
  process.exitCode = 2
}
