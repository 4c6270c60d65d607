import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './drills/running-product.ts'

/** Whether this machine has a NATS server; without one the tests across machines are skipped, as their titles state. */
export const hasNats = spawnSync('nats-server', ['--version']).status === 0
export const onNats = `over NATS${hasNats ? '' : ' (skipped: nats-server is not installed)'}`

/** A NATS server on a port of its own, which can be killed and started again there. */
export async function natsServer() {
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    for (let tries = 0; tries < 100 && !(await accepts(port)); tries += 1) await wait(50)
  }
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  await start()
  return { url: `nats://127.0.0.1:${port}`, start, kill }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    const end = (isUp: boolean) => () => (socket.destroy(), resolve(isUp))
    socket.once('connect', end(true)).once('error', end(false))
  })
