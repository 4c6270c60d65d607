import * as protocol from '@evenhand/protocol/contracts.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Contracts } from './index.ts'

export const contractsRoutes = (contracts: Contracts): Mounted[] => [
  handle(protocol.previewContract, contracts.preview),
  handle(protocol.buyContract, contracts.buy),
  handle(protocol.closeContract, contracts.close),
  handle(protocol.updateContract, contracts.update),
  handle(protocol.cancelContract, contracts.cancel),
  handle(protocol.listContractOrder, contracts.list),
  handle(protocol.getContractOrderById, contracts.byId),
  handle(protocol.accountMargin, contracts.accountMargin),
]
