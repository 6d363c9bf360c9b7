import type { Chunk, Compilation, Module } from 'webpack'

type ChunkSummary = {
  name: string
  /** Paths below dist/site, source maps left out. */
  files: string[]
  /** npm packages that have code in the chunk. */
  packages: string[]
  /** Our own files in the chunk, from the repository's root. */
  sources: string[]
}
/** What the build made, small enough to be read by the budget and by tests. */
export type BundleSummary = {
  /** Fetched on every page before it can draw. */
  initial: ChunkSummary[]
  /** Fetched together when a page or a dialog of that name asks for them. */
  lazy: Record<string, ChunkSummary[]>
}

export function summarise(compilation: Compilation): BundleSummary {
  const describe = (chunk: Chunk) => describeChunk(chunk, compilation)
  const lazy: BundleSummary['lazy'] = {}
  for (const group of compilation.chunkGroups)
    if (group.name && !group.isInitial()) lazy[group.name] = group.chunks.map(describe)
  const initial = [...compilation.chunks].filter((chunk) => chunk.canBeInitial())
  return { initial: initial.map(describe), lazy }
}

function describeChunk(chunk: Chunk, { chunkGraph }: Compilation): ChunkSummary {
  const paths = [...chunkGraph.getChunkModules(chunk)].flatMap(resourcesOf)
  return {
    name: chunk.name ?? String(chunk.id),
    files: [...chunk.files].filter((file) => !file.endsWith('.map')).sort(),
    packages: unique(paths.map((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])),
    sources: unique(
      paths.map((path) => /\/((?:src|contract)\/(?!.*node_modules)[^?]+)/.exec(path)?.[1]),
    ),
  }
}

/** The files of a module; several that the compiler joined into one are told apart again. */
function resourcesOf(module: Module): string[] {
  if ('modules' in module && Array.isArray(module.modules))
    return module.modules.flatMap((inner: Module) => resourcesOf(inner))
  return [module.nameForCondition() ?? '']
}

const unique = (values: (string | undefined)[]): string[] =>
  [...new Set(values)].filter((value) => value !== undefined).sort()
