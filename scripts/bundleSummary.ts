import { relative } from 'node:path'
import type { Chunk, Compilation, Module } from 'webpack'
import { STARTED } from './siteChunks.ts'

type ChunkSummary = {
  name: string
  /** Paths below dist/site, source maps left out. */
  files: string[]
  /** npm packages that have code in the chunk. */
  packages: string[]
  /** Our own files in the chunk, from the repository's root. */
  sources: string[]
}
/** The chunks of a build, for the size budget and for tests. */
export type BundleSummary = {
  /** Fetched by every page before it can render. */
  initial: ChunkSummary[]
  /** Fetched together by a page or dialog, under its name, or by the shell of the dashboard (src/early.ts). */
  lazy: Record<string, ChunkSummary[]>
  /** Fetched by imports without a name. */
  others: ChunkSummary[]
}

export function summarise(compilation: Compilation): BundleSummary {
  const describe = (chunk: Chunk) => describeChunk(chunk, compilation)
  const started = STARTED.flatMap((name) => compilation.namedChunkGroups.get(name)?.chunks ?? [])
  const isFirst = (chunk: Chunk) => chunk.name === 'site' || started.includes(chunk)
  const lazy: BundleSummary['lazy'] = {}
  for (const group of compilation.chunkGroups)
    if (group.name && group.name !== 'site' && !STARTED.includes(group.name))
      lazy[group.name] = group.chunks.filter((chunk) => !isFirst(chunk)).map(describe)
  const chunks = [...compilation.chunks]
  const isNamed = (chunk: Chunk) => [...chunk.groupsIterable].some(({ name }) => name)
  return {
    initial: chunks.filter(isFirst).map(describe),
    lazy,
    others: chunks.filter((chunk) => !isNamed(chunk)).map(describe),
  }
}

function describeChunk(chunk: Chunk, { chunkGraph, compiler }: Compilation): ChunkSummary {
  const paths = [...chunkGraph.getChunkModules(chunk)].flatMap(resourcesOf)
  return {
    name: chunk.name ?? String(chunk.id),
    files: [...chunk.files].filter((file) => !file.endsWith('.map')).sort(),
    packages: unique(paths.map((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])),
    sources: unique(
      paths
        .map((path) => relative(compiler.context, path).replaceAll('\\', '/'))
        .map((path) => /^(?!\.\.|.*node_modules\/)[^?]+/.exec(path)?.[0]),
    ),
  }
}

/** The files of a module, which is several if the compiler has concatenated them. */
function resourcesOf(module: Module): string[] {
  if ('modules' in module && Array.isArray(module.modules))
    return module.modules.flatMap((inner: Module) => resourcesOf(inner))
  return [module.nameForCondition() ?? '']
}

const unique = (values: (string | undefined)[]): string[] =>
  [...new Set(values)].filter((value) => value !== undefined).sort()
