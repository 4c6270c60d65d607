import { parseArgs } from 'node:util'
import { runChatDrill } from './chat-drill.ts'

// `npm run drills:chats`: conversations with one agent through a server that is killed; ends with 1 where a message was lost,
// doubled or out of its order.

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '40' },
    messages: { type: 'string', default: '10' },
    kills: { type: 'string', default: '2' },
  },
})
const result = await runChatDrill({
  conversations: Number(values.conversations),
  messages: Number(values.messages),
  kills: Number(values.kills),
})
console.log(result)
if (result.lost + result.doubled + result.disordered > 0) process.exitCode = 1
