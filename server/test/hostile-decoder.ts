import { stdin, stdout } from 'node:process'
import { readFileSync, writeFileSync } from 'node:fs'

// Stands where a decoder stands, and does what a broken or captured one may do. The picture names which.

const parts: Buffer[] = []
for await (const part of stdin) parts.push(part as Buffer)
const wish = Buffer.concat(parts).subarray(12).toString('latin1')

function failing(work: () => unknown): string {
  try {
    work()
    return 'done'
  } catch (cause) {
    return (cause as { code?: string }).code ?? 'failed'
  }
}

if (wish === 'never ends') for (;;);
if (wish === 'waits') await new Promise((never) => setInterval(() => never, 60_000))
if (wish === 'takes everything') for (const taken: Buffer[] = []; ;) taken.push(Buffer.alloc(32 * 1024 * 1024, 1))
if (wish === 'writes on') {
  const noise = Buffer.alloc(1024 * 1024, 7)
  for (;;) await new Promise<void>((done) => void stdout.write(noise, () => done()))
}
if (wish === 'is killed') process.kill(process.pid, 'SIGKILL')
if (wish === 'is killed midway')
  stdout.write('{"width":1,"height":1}\nhalf a picture', () => process.kill(process.pid, 'SIGKILL'))
if (wish === 'has no memory') stdout.write('{"failed":"out of memory"}\n')
if (wish === 'writes half') stdout.write('{"width":1200')
if (wish === 'writes nothing') process.exit(3)
if (wish === 'probes') {
  // What it found out is its picture.
  const found = {
    passwords: failing(() => readFileSync('/etc/passwd')),
    writing: failing(() => writeFileSync('was-here.txt', 'x')),
    processes: failing(() => process.getBuiltinModule('child_process').execSync('id')),
    environment: Object.keys(process.env).join(),
  }
  stdout.write(`{"width":1,"height":1}\n${JSON.stringify(found)}`)
}
