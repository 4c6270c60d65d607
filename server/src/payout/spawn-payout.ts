import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '../kernel/config/config.ts'
import { createRestartPause, onceEnded } from '../kernel/concurrency/restart-pause.ts'
import type { Log } from '../kernel/log.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))
/** One that does not end by itself by then is killed: what it was doing is found again at the next start. */
const endWithinMs = 8000
const again = { firstMs: 500, maxMs: 30_000 }

type Params = { config: Pick<Config, 'dataDir' | 'logLevel' | 'sanctionsFile'>; url: string; log: Log }

/**
 * Runs the payout of a sandbox as a process of its own, beside the product: with the address of the database and nothing
 * else of what the product knows. Where it dies it is started again; it ends with the product, however that ends.
 */
export function spawnPayout({ config, url, log }: Params): { stop(): Promise<void> } {
  let child: ChildProcess | undefined
  let gone: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const pause = createRestartPause(again)
  const run = (): void => {
    const one = spawn(process.execPath, [program], {
      // Its standard input is ours: when we are gone, however, it ends.
      stdio: ['pipe', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATABASE_URL: url,
        DATA_DIR: config.dataDir,
        LOG_LEVEL: config.logLevel,
        PAYOUT_ENDS_WITH_STDIN: '1',
        ...(config.sanctionsFile === undefined ? {} : { SANCTIONS_FILE: config.sanctionsFile }),
      },
    })
    child = one
    pause.started()
    gone = new Promise((resolve) =>
      onceEnded(one, (why) => {
        resolve()
        if (stopped) return
        log.error(why, 'the payout ended and is started again')
        timer = setTimeout(run, pause.next()).unref()
      }),
    )
  }
  run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      child?.kill('SIGTERM')
      const cut = setTimeout(() => child?.kill('SIGKILL'), endWithinMs)
      await gone
      clearTimeout(cut)
    },
  }
}
