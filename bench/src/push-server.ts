import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as SocketIo } from 'socket.io'
import { WebSocketServer, type WebSocket } from 'ws'
import { loadCatalogue } from '../../server/src/domains/markets/catalogue/load-catalogue.ts'
import { systemClock } from '../../server/src/kernel/time/clock.ts'
import { createBroadcast, routeUpgrades } from '../../server/src/kernel/sockets/broadcast.ts'
import { createFrames, frameEveryMs, type PriceItem } from './push-frames.ts'

// A process of its own that pushes prices in one of three ways; what it costs is this process's CPU time.

export type PushRequest = { do: 'listen' } | { do: 'push'; seconds: number }
export type PushResponse = { port: number; frames: number; messages: number; plainBytes: number; cpuMicros: number }

type Pushing = { send(items: PriceItem[]): void; connections(): number }

const nextFrame = createFrames(loadCatalogue().map(({ code }) => code))
const http = createServer()

const ways: Record<string, () => Pushing> = {
  evenhand() {
    const broadcast = createBroadcast({ clock: systemClock, snapshot: () => '[]', maxConnections: 20_000 })
    routeUpgrades(http, { '/message': broadcast.upgrade })
    return { send: (items) => broadcast.send(JSON.stringify(items)), connections: broadcast.connections }
  },
  'socket.io'() {
    const io = new SocketIo(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
    return { send: (items) => void io.emit('prices', items), connections: () => io.engine.clientsCount }
  },
  'per client'() {
    const sockets = new Set<WebSocket>()
    const wss = new WebSocketServer({ server: http, perMessageDeflate: false })
    wss.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    return {
      send: (items) => {
        for (const socket of sockets) socket.send(JSON.stringify(items))
      },
      connections: () => sockets.size,
    }
  },
}

const pushing = (ways[process.argv[2] ?? ''] ?? ways['evenhand'])?.()

async function push(seconds: number): Promise<Omit<PushResponse, 'port'>> {
  const cpu = process.cpuUsage()
  const total = Math.round((seconds * 1000) / frameEveryMs)
  let [frames, messages, plainBytes] = [0, 0, 0]
  while (frames < total) {
    const began = performance.now()
    const items = nextFrame()
    pushing?.send(items)
    frames += 1
    messages += pushing?.connections() ?? 0
    plainBytes += Buffer.byteLength(JSON.stringify(items))
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, frameEveryMs - (performance.now() - began))))
  }
  const { user, system } = process.cpuUsage(cpu)
  return { frames, messages, plainBytes, cpuMicros: user + system }
}

process.on('message', (request: PushRequest) => {
  const response = async (): Promise<PushResponse> => {
    const none = { frames: 0, messages: 0, plainBytes: 0, cpuMicros: 0 }
    if (request.do === 'listen') await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', 20_000, resolve))
    const { port } = http.address() as AddressInfo
    return { port, ...(request.do === 'push' ? await push(request.seconds) : none) }
  }
  void response().then((message) => process.send?.(message))
})
