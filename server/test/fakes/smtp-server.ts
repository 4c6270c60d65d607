import { SMTPServer } from 'smtp-server'

export type FakeSmtpServer = {
  url: string
  port: number
  received: { to: string[]; data: string }[]
  close(): Promise<void>
}

/** A mail server on this machine that keeps what it receives; `refused` is an address that it does not take. */
export async function smtpServer(
  options: { refused?: string | undefined; port?: number } = {},
): Promise<FakeSmtpServer> {
  const received: FakeSmtpServer['received'] = []
  const server = new SMTPServer({
    authOptional: true,
    // A client keeps its connection open for the next mail.
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address === options.refused ? new Error(`<${address}>: no such user`) : undefined),
    onData(stream, session, done) {
      let data = ''
      stream.on('data', (part: Buffer) => (data += part.toString()))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map((recipient) => recipient.address), data })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()))
  return { url: `smtp://127.0.0.1:${port}`, port, received, close }
}
