import { exit, stdin, stdout } from 'node:process'
import { rebuildPdf } from './rebuild-pdf.ts'

// Runs in a process of its own, as image-child.ts does: reads a PDF on its standard input, writes the new one, or nothing.

const parts: Buffer[] = []
for await (const part of stdin) parts.push(part as Buffer)
try {
  const built = await rebuildPdf(Buffer.concat(parts))
  await new Promise<void>((done) => void stdout.write(built, () => done()))
} catch {
  // Nothing is reported about what a hostile file made the parser do.
}
exit(0)
