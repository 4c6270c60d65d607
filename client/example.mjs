// Trades the virtual account of a sandbox: prints a price, buys an option, waits for its result and checks the receipt.
//   EVENHAND_URL=http://localhost:3000 EVENHAND_KEY=evk_… node example.mjs
import { createClient, isRefused } from '@evenhand/client'
import { checkReceipt } from '@evenhand/client/receipts'

const { EVENHAND_URL: url = 'http://localhost:3000', EVENHAND_KEY: key } = process.env
if (key === undefined) throw new Error('EVENHAND_KEY is not set: make a key under Account, Security, API keys')
const client = createClient({ url, key, account: 'virtual', lang: 'en' })

const price = await new Promise((resolve) => {
  const connection = client.prices((prices) => {
    const found = prices.find(({ code }) => code === 'BTCUSDT')
    if (found === undefined) return
    connection.close()
    resolve(found.price)
  })
})
console.log(`BTCUSDT ${price}`)

try {
  await client.call('buyOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '999999.00' })
} catch (problem) {
  if (!isRefused(problem)) throw problem
  console.log(`refused ${problem.code} ${problem.key}`)
}

const changes = []
let wake = () => {}
const connection = client.changes((frame) => {
  changes.push(frame)
  wake()
})
const { orderId, orderNo } = await client.call('buyOptions', {
  code: 'BTCUSDT',
  direction: 'UP',
  limitTime: 60,
  amount: '5.00',
})
console.log(`bought ${orderNo}`)

// A change is a hint: what counts is the order itself, read after each one and now and then besides.
let order
do {
  await new Promise((resolve) => {
    wake = resolve
    setTimeout(resolve, 2000)
  })
  order = (await client.call('getOptionsOrderById', { id: orderId })).order
} while (order.status === 'ACCEPTED' || order.status === 'OPEN')
connection.close()
console.log(`${order.status} ${order.profit} USDT.virtual, ${order.openPrice} to ${order.closePrice}`)

const receipt = await client.call('orderReceipt', { id: orderId })
const checked = checkReceipt(receipt, await client.call('publicKeys', {}))
console.log(checked.ok ? 'receipt holds' : `receipt does not hold: ${JSON.stringify(checked.findings)}`)
process.exitCode = checked.ok ? 0 : 1
