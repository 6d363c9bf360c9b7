/**
 * A separate process, because jest cannot load these modules: reads lists of Kubernetes manifests as JSON, one per
 * line, and writes for each a line with a list of its faults.
 */

import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import ts from 'typescript'

type Manifest = { readonly apiVersion: string; readonly kind: string }

const FILE = join(import.meta.dirname, 'manifests.ts')
const OPTIONS: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: [],
  lib: ['lib.es5.d.ts'],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
}

const moduleOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`

/** Unknown fields at any depth, which the JSON schemas of Kubernetes accept. A compilation takes a second. */
function typeFaults(lists: readonly (readonly Manifest[])[]): string[][] {
  const sources = lists.map((list) =>
    list
      .map(
        (manifest, index) =>
          `import type { I${manifest.kind} as Kind${index} } from '${moduleOf(manifest)}'\n` +
          `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)}`,
      )
      .join('\n'),
  )
  const files = new Map(
    sources.map((source, index) => {
      const file = FILE.replace('.ts', `${index}.ts`)
      return [file, ts.createSourceFile(file, source, ts.ScriptTarget.ESNext)]
    }),
  )
  const host = ts.createCompilerHost(OPTIONS)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (file, ...options) => files.get(file) ?? read(file, ...options)
  const program = ts.createProgram([...files.keys()], OPTIONS, host)
  const sentences = (diagnostics: readonly ts.Diagnostic[]) =>
    diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  const common = sentences(program.getGlobalDiagnostics())
  return [...files.values()].map((file) => [
    ...common,
    ...sentences(program.getSemanticDiagnostics(file)),
  ])
}

async function schemaFaults(manifest: Manifest): Promise<string[]> {
  const models: Record<string, new (data: Manifest) => { validate: () => void }> = await import(
    moduleOf(manifest)
  )
  const Model = models[manifest.kind]
  if (!Model) return [`${manifest.kind} is unknown`]
  try {
    new Model(manifest).validate()
    return []
  } catch (error) {
    return [String(error)]
  }
}

const lines = (await text(process.stdin)).trim().split('\n')
const lists = lines.map((line): Manifest[] => JSON.parse(line))
const types = typeFaults(lists)
for (const [index, list] of lists.entries()) {
  const schemas = await Promise.all(list.map(schemaFaults))
  console.log(JSON.stringify([...(types[index] ?? []), ...schemas.flat()]))
}
