import {
  classNameOf,
  contractClasses,
  type ContractClassName,
  type ContractInstrument,
  type ContractTerms,
} from './classes.ts'

/** The terms of every class under one version. */
export type ClassTerms = Readonly<Record<ContractClassName, ContractTerms>>

const entries = Object.entries(contractClasses) as [ContractClassName, (typeof contractClasses)[ContractClassName]][]
export const contractClassNames: readonly ContractClassName[] = entries.map(([name]) => name)

/** Builds a table of all classes. */
export const forEachClass = <T>(valueOf: (name: ContractClassName) => T): Readonly<Record<ContractClassName, T>> =>
  Object.fromEntries(contractClassNames.map((name) => [name, valueOf(name)])) as Record<ContractClassName, T>

/** Version 1: what the program came with. */
export const firstClassTerms: ClassTerms = forEachClass((name) => {
  const { leverages, halfSpread, feePpm, financingPpm } = contractClasses[name]
  return { version: 1, leverages, halfSpread, feePpm, financingPpm }
})

/** The terms of an instrument: those it carries, or those of version 1. */
export const termsOf = (instrument: ContractInstrument): ContractTerms =>
  instrument.terms ?? firstClassTerms[classNameOf(instrument)]
