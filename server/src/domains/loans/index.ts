export { createLoans, type Loans } from './loans.ts'
export { loanCauses } from './loans.causes.ts'
export { loansModule } from './loans.module.ts'
export type { LoansConsoleDeps, LoansDeps } from './loans.deps.ts'
