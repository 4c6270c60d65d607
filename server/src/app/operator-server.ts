import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import { signSandboxChallenge } from '@evenhand/protocol/operators.ts'
import type { Operators } from '../domains/operators/index.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { Config } from '../kernel/config/config.ts'
import { serveHealth, type HealthParams } from '../kernel/http/health.ts'
import { createHttp } from '../kernel/http/http.ts'
import { ipBucketOf, type Limits } from '../kernel/http/rate-limits.ts'
import type { Log } from '../kernel/log.ts'
import { processGauges, serveMetrics, type Gauge } from '../kernel/http/metrics.ts'
import { guardNetworks, handleEntrance, mountOperatorRoutes } from '../kernel/http/operator-http.ts'
import { refuse } from '../kernel/http/refusal.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** Who is refused again and again stands in the record once a minute for each call. */
const refusedRule = { name: 'operatorRefused', max: 1, perMs: minuteMs }
const callerRule = { name: 'operatorCaller', max: 300, perMs: 10_000 }

export type OperatorServerParams = {
  config: Config
  clock: Clock
  log: Log
  limits: Limits
  operators: Operators
  health: HealthParams
  gauges: readonly Gauge[]
  strict: boolean
}

/** The operators' server: their calls, health and metrics. No call of a customer exists here, and none of theirs there. */
export function openOperatorServer(params: OperatorServerParams) {
  const { config, clock, log, limits, operators } = params
  const app = createHttp({ trustProxy: config.trustProxy })
  serveHealth(app, params.health)
  guardNetworks(app, config.consoleAllow)
  serveMetrics(app, [...processGauges, ...params.gauges])
  const { authenticator } = operators
  const sandbox =
    authenticator === undefined
      ? []
      : [
          handleEntrance(signSandboxChallenge, async ({ name, challenge }, { origin }) => {
            if (!operators.isSandboxName(name)) throw refuse('notFound')
            return authenticator.sign(name, { challenge, origin })
          }),
        ]
  mountOperatorRoutes(
    app,
    { signedIn: operators.routes, entrances: [...operators.entrances, ...sandbox] },
    {
      log,
      clock,
      findSession: operators.findSession,
      admit: ({ ip, session }) => limits.take(callerRule, session?.id ?? ipBucketOf(ip)),
      consoleUrl: config.consoleUrl,
      async refused(call, what) {
        const key = `${call.operator.id} ${what}`
        if (limits.used(refusedRule, key) > 0) return
        limits.take(refusedRule, key)
        const entry = {
          act: 'call.refused',
          subject: what.slice(0, 120),
          reason: automaticReasons.roleMissing,
        }
        await operators.forParts.recordAuditEntry(operators.deps.db, call, entry)
      },
      strict: params.strict,
    },
  )
  return app
}
