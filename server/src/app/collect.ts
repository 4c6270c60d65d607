import type { Module } from '../kernel/module/module.ts'
import { sumOf, type FigureSource } from '../kernel/module/figure-source.ts'

/** What all modules bring, part by part, in the order of the modules. */
export function collect(modules: readonly Module[]) {
  return {
    routes: modules.flatMap(({ routes = [] }) => routes),
    consoleRoutes: modules.flatMap(({ consoleRoutes = [] }) => consoleRoutes),
    subscriptions: modules.flatMap(({ subscriptions = [] }) => subscriptions),
    deliveries: modules.flatMap(({ deliveries = [] }) => deliveries),
    // What is promised soonest comes first; a queue whose cases have each a clock of their own comes last.
    queues: modules
      .flatMap(({ queues = [] }) => queues)
      .toSorted((a, b) => (a.promisedMs || Infinity) - (b.promisedMs || Infinity) || 0),
    dataExport: modules.flatMap(({ dataExport = [] }) => dataExport),
    names: modules.flatMap(({ names = [] }) => names),
    timeline: Object.assign({}, ...modules.map(({ timeline }) => timeline)) as NonNullable<Module['timeline']>,
    search: modules.flatMap(({ search = [] }) => search),
    gauges: modules.flatMap(({ gauges = [] }) => gauges),
    alerts: modules.flatMap(({ alerts = [] }) => alerts),
    parameters: modules.flatMap(({ parameters = [] }) => parameters),
    figures: figuresOf(modules),
  }
}

export type Collected = ReturnType<typeof collect>

/** Figures by name; those of several modules under one name are added up. */
function figuresOf(modules: readonly Module[]): Readonly<Record<string, FigureSource>> {
  const named = modules.flatMap(({ figures = {} }) => Object.entries(figures))
  const byName = Map.groupBy(named, ([name]) => name)
  return Object.fromEntries(
    [...byName].map(([name, found]) => {
      const [one, ...more] = found.map(([, source]) => source)
      return [name, one !== undefined && more.length === 0 ? one : sumOf(...found.map(([, source]) => source))]
    }),
  )
}
