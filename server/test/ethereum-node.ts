import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as edr from '@nomicfoundation/edr'

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const payer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bytesOf = (hex: string): Uint8Array => Buffer.from(hex.replace('0x', ''), 'hex')
const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.replace('0x', '').toLowerCase()).padStart(64, '0')

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
// Contracts in a few instructions. The amount of the call is put in memory; then Transfer(caller, to, amount) is logged.
const logTransfer = `602435600052600435337f${transferTopic}60206000a3`
const returnBool = (value: 0 | 1): string => `60${value === 1 ? '01' : '00'}60005260206000f3`
const contracts = {
  /** Logs a transfer and returns true, as USDT and many like it do. */
  token: logTransfer + returnBool(1),
  /** Logs two transfers in one transaction. */
  twice: logTransfer + logTransfer + returnBool(1),
  /** Succeeds and returns false; nothing was moved. */
  silent: returnBool(0),
  /** Takes it all back. */
  failing: '60006000fd',
} as const

export type EthereumNode = Awaited<ReturnType<typeof ethereumNode>>

/** A node of Ethereum in this process (that of Hardhat), which speaks JSON-RPC over HTTP on loopback. */
export async function ethereumNode() {
  const context = new edr.EdrContext()
  await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory())
  const hardfork = edr.l1HardforkLatest()
  const provider = await context.createProvider(
    edr.L1_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      chainId: 31_337n,
      coinbase: new Uint8Array(20),
      defaultTransactionGasLimit: 5_000_000n,
      genesisState: [...edr.l1GenesisState(hardfork), { address: bytesOf(payer), balance: 10n ** 24n }],
      hardfork: edr.l1HardforkToString(hardfork),
      initialParentBeaconBlockRoot: new Uint8Array(32),
      minGasPrice: 0n,
      mining: { autoMine: true, blockGasLimit: 30_000_000n, memPool: { order: edr.MineOrdering.Fifo } },
      network: { genesisBlockGasLimit: 30_000_000n, genesisBlobGas: { gasUsed: 0n, excessGas: 0n } },
      networkId: 31_337n,
      observability: {},
      ownedAccounts: [key],
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new edr.ContractDecoder(),
  )
  const handle = async (request: string): Promise<string> => {
    const { data } = await provider.handleRequest(request)
    return typeof data === 'string' ? data : JSON.stringify(data)
  }
  const call = async <R>(method: string, params: unknown[] = []): Promise<R> => {
    const { result, error } = JSON.parse(await handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))) as {
      result: R
      error?: { message: string }
    }
    if (error !== undefined) throw new Error(error.message)
    return result
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      // A node responds with the id of the request.
      const requested = JSON.parse(body) as { id: number }
      void handle(body).then((text) =>
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ ...(JSON.parse(text) as object), id: requested.id })),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const send = (options: object): Promise<string> =>
    call<string>('eth_sendTransaction', [{ from: payer, gas: '0xf4240', ...options }])

  // One by one: blocks that are mined many at once have hashes of their own making, which do not follow each other.
  const mine = async (blocks: number): Promise<void> => {
    for (let mined = 0; mined < blocks; mined++) await call('evm_mine')
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payer,
    call,
    mine,
    /** Deploys a contract; returns its address. */
    async deploy(kind: keyof typeof contracts): Promise<string> {
      const code = contracts[kind]
      const txHash = await send({
        data: `0x60${(code.length / 2).toString(16).padStart(2, '0')}80600b6000396000f3${code}`,
      })
      return (await call<{ contractAddress: string }>('eth_getTransactionReceipt', [txHash])).contractAddress
    },
    /** transfer(to, units) of a token; returns the transaction, whatever became of it. */
    transfer: (token: string, to: string, units: bigint): Promise<string> =>
      send({ to: token, data: `0xa9059cbb${word(to)}${word(units)}` }),
    pay: (to: string, wei: bigint): Promise<string> => send({ to, value: `0x${wei.toString(16)}` }),
    /** Remembers where the chain stands. The returned function takes back every block since and makes another one in their place. */
    async fork(): Promise<() => Promise<void>> {
      const snapshot = await call<string>('evm_snapshot')
      return async () => {
        await call('evm_revert', [snapshot])
        await call('evm_increaseTime', [3600])
        await mine(1)
      }
    },
    close: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())),
  }
}
