import type { Stats, StatsChunk, StatsModule } from 'webpack'

export type ChunkSummary = {
  name: string
  /** Paths below dist/site, source maps left out. */
  files: string[]
  /** npm packages that have code in the chunk. */
  packages: string[]
  /** Our own files in the chunk, from the repository's root. */
  sources: string[]
  /** Ids of other chunks that the browser fetches together with this one. */
  siblings: string[]
}
/** What the build made, small enough to be read by the budget and by tests. */
export type BundleSummary = {
  /** Fetched before anything else happens, on every page. */
  initial: ChunkSummary[]
  /** Fetched when a page or a dialog asks for them, by chunk id. */
  lazy: Record<string, ChunkSummary>
}

export function summarise(stats: Stats): BundleSummary {
  const { chunks = [] } = stats.toJson({
    all: false,
    chunks: true,
    chunkModules: true,
    chunkRelations: true,
    nestedModules: true,
    modulesSpace: Number.POSITIVE_INFINITY,
    chunkModulesSpace: Number.POSITIVE_INFINITY,
    nestedModulesSpace: Number.POSITIVE_INFINITY,
    ids: true,
  })
  return {
    initial: chunks.filter((chunk) => chunk.initial).map(describe),
    lazy: Object.fromEntries(
      chunks.filter((chunk) => !chunk.initial).map((chunk) => [String(chunk.id), describe(chunk)]),
    ),
  }
}

function describe(chunk: StatsChunk): ChunkSummary {
  const names = (chunk.modules ?? []).flatMap(namesOf)
  return {
    name: chunk.names?.join('+') || String(chunk.id),
    files: (chunk.files ?? []).filter((file) => !file.endsWith('.map')),
    packages: unique(names.map(packageOf)),
    sources: unique(names.map((name) => /^\.\/(?!node_modules)([^? ]+)/.exec(name)?.[1])),
    siblings: (chunk.siblings ?? []).map(String),
  }
}

/** A module and, where several were joined into one, those inside it. */
const namesOf = (module: StatsModule): string[] => [
  module.name ?? '',
  ...(module.modules ?? []).flatMap(namesOf),
]

const packageOf = (name: string): string | undefined =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1]

const unique = (values: (string | undefined)[]): string[] =>
  [...new Set(values)].filter((value) => value !== undefined).sort()
