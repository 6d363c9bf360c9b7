import type { LighthouseResult } from './lighthouse.ts'

/** Lighthouse's types of requests, by our names. Requests without a type, such as preloads, are `other`. */
const TYPES = {
  document: 'Document',
  script: 'Script',
  style: 'Stylesheet',
  font: 'Font',
  image: 'Image',
  fetch: 'Fetch',
} as const
type ByteType = keyof typeof TYPES | 'other' | 'total'

/** Times in milliseconds, scores of 100, transfers in kilobytes. */
export type Visit = {
  readonly lcp: number
  readonly fcp: number
  readonly tbt: number
  readonly cls: number
  readonly speedIndex: number
  readonly scores: Readonly<Record<string, number>>
  readonly kb: Readonly<Record<ByteType, number>>
}

export function visitOf({ audits, categories }: LighthouseResult): Visit {
  const value = (audit: string) => {
    const { numericValue } = audits[audit] ?? {}
    if (numericValue === undefined) throw new Error(`Lighthouse has measured no ${audit}`)
    return numericValue
  }
  return {
    lcp: value('largest-contentful-paint'),
    fcp: value('first-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    speedIndex: value('speed-index'),
    scores: Object.fromEntries(
      Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
    ),
    kb: kilobytes(rowsOf(audits['network-requests'])),
  }
}

type Row = Readonly<Record<string, unknown>>

function kilobytes(requests: readonly Row[]): Visit['kb'] {
  const sum = (wanted: (type: unknown) => boolean) =>
    requests
      .filter(({ resourceType }) => wanted(resourceType))
      .reduce((bytes, { transferSize }) => bytes + Number(transferSize ?? 0), 0) / 1000
  const known: readonly unknown[] = Object.values(TYPES)
  const of = (type: keyof typeof TYPES) => sum((each) => each === TYPES[type])
  return {
    document: of('document'),
    script: of('script'),
    style: of('style'),
    font: of('font'),
    image: of('image'),
    fetch: of('fetch'),
    other: sum((type) => !known.includes(type)),
    total: sum(() => true),
  }
}

/** The element whose paint is the LCP, as a CSS selector; undefined if Lighthouse does not know it. */
export function largestElement({ audits }: LighthouseResult): string | undefined {
  const node = rowsOf(audits['lcp-breakdown-insight']).find(({ type }) => type === 'node')
  return typeof node?.selector === 'string' ? node.selector : undefined
}

function rowsOf(audit: LighthouseResult['audits'][string] | undefined): readonly Row[] {
  const details: unknown = audit?.details
  const hasItems = typeof details === 'object' && details !== null && 'items' in details
  return hasItems && Array.isArray(details.items) ? (details.items as Row[]) : []
}
