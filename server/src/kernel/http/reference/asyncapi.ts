import { firstFrame, laterFrame, socketFrame } from '@evenhand/protocol/notices.ts'
import { priceFrame } from '@evenhand/protocol/price-frame.ts'
import type * as z from 'zod/mini'
import { createComponents, usedSchemas, type Schema } from './component-schemas.ts'
import { exampleOf } from './examples.ts'

type Message = { readonly name: string; readonly title: string; readonly schema: z.ZodMiniType }

const prices: Message = {
  name: 'prices',
  title: 'Everything once, then what changed, four times a second.',
  schema: priceFrame,
}
const enter: Message = {
  name: 'enter',
  title: 'The first frame, within five seconds: whose socket it is.',
  schema: firstFrame,
}
const show: Message = { name: 'show', title: 'Changes the account that the socket is about.', schema: laterFrame }
const notify: Message = {
  name: 'notify',
  title: 'Something of the customer changed: read it anew.',
  schema: socketFrame,
}

const aboutPrices =
  'Prices alone. Nothing needs to be sent. A client that reads too slowly is sent everything anew instead of a queue of old prices.'
const aboutCustomer =
  'What concerns one customer. The first frame names a session or an API key; a key is sent the channels session, orders and balances. It closes with 1008 (sessionEnded, malformed, tooMany, keyNotAllowed), 1013 (tooMany: ten of this customer are open) or 1001 (the server stops). Nothing is ever sent twice: after connecting, read what is shown anew.'

/** The AsyncAPI 3 document of the sockets, generated from the codecs of their frames. `publicUrl` is where they are reached. */
export function asyncApiOf(publicUrl: string | undefined): object {
  const { schemas, refOf } = createComponents([], { PriceFrame: priceFrame })
  const all = [prices, enter, show, notify]
  const messages = Object.fromEntries(all.map((message) => [message.name, messageOf(message, { schemas, refOf })]))
  const { host, protocol } = new URL(publicUrl ?? 'http://localhost:3000')
  const channels = {
    prices: channel('/message', aboutPrices, [prices]),
    customer: channel('/ws', aboutCustomer, [enter, show, notify]),
  }
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Evenhand customer sockets',
      version: '1',
      description: 'Frames are JSON texts. The calls beside them: openapi.json.',
      license: {
        name: 'For customers of the installation, under its terms',
        url: `${publicUrl ?? `${protocol}//${host}`}/terms`,
      },
    },
    defaultContentType: 'application/json',
    servers: {
      installation: { host, protocol: protocol === 'https:' ? 'wss' : 'ws', description: 'This installation' },
    },
    channels,
    operations: {
      sendPrices: operation('send', 'prices', [prices]),
      receiveEntry: operation('receive', 'customer', [enter, show]),
      sendChanges: operation('send', 'customer', [notify]),
    },
    components: { messages, schemas: usedSchemas(schemas, messages) },
  }
}

const channel = (address: string, description: string, messages: readonly Message[]): object => ({
  address,
  description,
  messages: Object.fromEntries(messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }])),
})

const operation = (action: 'send' | 'receive', name: string, messages: readonly Message[]): object => ({
  action,
  channel: { $ref: `#/channels/${name}` },
  messages: messages.map((message) => ({ $ref: `#/channels/${name}/messages/${message.name}` })),
})

type Sources = { schemas: Readonly<Record<string, Schema>>; refOf: (schema: z.ZodMiniType) => Schema }

function messageOf({ name, title, schema }: Message, { schemas, refOf }: Sources): object {
  const payload = refOf(schema)
  const example = exampleOf(payload, schemas)
  return { name, title, payload, ...(example === undefined ? {} : { examples: [{ payload: example }] }) }
}
