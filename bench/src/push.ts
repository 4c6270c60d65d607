import { readArguments, type BenchParams } from './arguments.ts'
import { goals, median, type Figure } from './goals.ts'
import { openHelper } from './product-process.ts'
import type { ClientsResponse, ClientsRequest } from './push-clients.ts'
import type { PushResponse, PushRequest } from './push-server.ts'
import { report } from './report.ts'

const ways = [
  { name: 'evenhand', path: '/message' },
  // The client sends that it joins; socket.io sends nothing before.
  { name: 'socket.io', path: '/socket.io/?EIO=4&transport=websocket', hello: '40' },
  { name: 'per client', path: '/' },
] as const
type Name = (typeof ways)[number]['name']
type Measured = { cpu: number; bytes: number }

/** CPU a message and bytes on the wire of three ways to push the same frames, alternating. */
export async function benchPush(params: BenchParams): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const sockets of params.sockets) {
    const seen: Record<Name, Measured[]> = { evenhand: [], 'socket.io': [], 'per client': [] }
    const rounds = sockets > 5000 ? 1 : params.rounds
    for (let round = 0; round < rounds; round += 1) {
      for (const way of ways) {
        const measured = await measure({ ...way, sockets, seconds: params.seconds })
        seen[way.name].push(measured)
        console.log(
          `${sockets} sockets, ${way.name}: ${measured.cpu.toFixed(1)} µs a message, ${(measured.bytes * 100).toFixed(1)} % of plain JSON`,
        )
      }
    }
    figures.push(...figuresOf(sockets, seen))
  }
  return figures
}

type MeasureParams = { name: Name; path: string; hello?: string; sockets: number; seconds: number }

async function measure({ name, path, hello, sockets, seconds }: MeasureParams): Promise<Measured> {
  const server = openHelper<PushRequest, PushResponse>('push-server.ts', [name])
  const clients = openHelper<ClientsRequest, ClientsResponse>('push-clients.ts')
  try {
    const { port } = await server.request({ do: 'listen' })
    await clients.request({ do: 'connect', port, path, sockets, ...(hello === undefined ? {} : { hello }) })
    const pushed = await server.request({ do: 'push', seconds })
    const { bytes } = await clients.request({ do: 'count' })
    if (pushed.messages < sockets * pushed.frames * 0.99) throw new Error(`${name}: sockets were lost`)
    return {
      cpu: pushed.cpuMicros / pushed.messages,
      bytes: bytes / (pushed.plainBytes * sockets),
    }
  } finally {
    server.close()
    clients.close()
  }
}

function figuresOf(sockets: number, seen: Record<Name, Measured[]>): Figure[] {
  const part = 'push'
  const cpu = (name: Name): number => median(seen[name].map((one) => one.cpu))
  const against = (name: Name): number =>
    median(seen.evenhand.map((one, round) => one.cpu / (seen[name][round]?.cpu ?? one.cpu)))
  const rounds = `${seen.evenhand.length} alternating rounds, 88 quotes a frame, 4 frames a second`
  return [
    { part, what: `${sockets} sockets: CPU a message`, value: cpu('evenhand'), unit: 'µs', note: rounds },
    {
      part,
      what: `${sockets} sockets: CPU a message ÷ socket.io`,
      value: against('socket.io'),
      unit: '×',
      goal: goals.pushCpu,
      note: `socket.io ${cpu('socket.io').toFixed(1)} µs`,
    },
    {
      part,
      what: `${sockets} sockets: CPU a message ÷ JSON.stringify for each`,
      value: against('per client'),
      unit: '×',
      note: `JSON.stringify for each ${cpu('per client').toFixed(1)} µs`,
    },
    {
      part,
      what: `${sockets} sockets: bytes on the wire ÷ plain JSON`,
      value: median(seen.evenhand.map((one) => one.bytes)),
      unit: '×',
      goal: goals.pushBytes,
      note: 'counted by the clients, frame heads included; compressed once for all who take it',
    },
  ]
}

if (import.meta.main) report('push', await benchPush(readArguments()))
