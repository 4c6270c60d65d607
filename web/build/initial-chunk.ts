type ModuleInfo = { readonly importedIds: readonly string[] }
type Graph = { getModuleInfo(id: string): ModuleInfo | null }

/**
 * Names the chunk of what the page begins with: every module that its entry imports in any number of steps and never by
 * `import()`. Screens come by `import()`, so the graph itself shows what they all have already.
 */
export function initialChunk(entry: string, name: string): (id: string, graph: Graph) => string | null {
  let initial: ReadonlySet<string> | undefined
  return (id, graph) => {
    initial ??= reachedFrom(entry, graph)
    return id !== entry && initial.has(id) ? name : null
  }
}

function reachedFrom(entry: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set([entry])
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}
