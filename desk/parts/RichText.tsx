import { styled } from '@mui/material/styles'
import { type ReactNode, useId, useState } from 'react'
import type { Block, Run, RichText as Tree } from '#contract/formatting.ts'
import { t } from '../i18n.ts'

/** A text as the site shows it; null: as typed. */
export const RichText = ({ text, tree }: { text: string; tree: Tree | null }) =>
  tree === null ? (
    <p className="desk-text">{text}</p>
  ) : (
    <Formatted>
      <Blocks blocks={tree} />
    </Formatted>
  )

const Formatted = styled('div')({
  '& blockquote': {
    margin: 0,
    paddingInlineStart: 16,
    borderInlineStart: '2px solid var(--field)',
    fontStyle: 'italic',
  },
  '& [role="note"]': { paddingInlineStart: 16, borderInlineStart: '4px solid' },
  '& dt': { fontWeight: 700 },
  '& dd p': { margin: '0 0 4px' },
  '& figure': { margin: '1em 0' },
  '& img': { display: 'block', maxWidth: '100%', borderRadius: 6 },
  '& figcaption': { color: 'var(--ink-soft)', fontSize: 15 },
  '& table': { whiteSpace: 'pre-line' },
})

/** A table that is wider than its place scrolls there. */
const Wide = styled('div')({ overflowX: 'auto', margin: '1em 0' })

const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  [...blocks.entries()].map(([index, block]) => <BlockPart block={block} key={index} />)

function BlockPart({ block }: { block: Block }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p className="desk-text">
          <Runs runs={block.runs} />
        </p>
      )
    case 'heading':
      return (
        <p className="desk-text">
          <strong>
            <Runs runs={block.runs} />
          </strong>
        </p>
      )
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'callout':
      return <CalloutBox block={block} />
    case 'list':
      return <List block={block} />
    case 'definitions':
      return <Definitions block={block} />
    case 'table':
      return <Table block={block} />
    case 'image':
      return <Figure block={block} />
    case 'divider':
      return <hr />
    case 'footnotes':
      return <Notes block={block} />
    // A node of a later server.
    default:
      return null
  }
}

type Of<Type extends Block['type']> = { block: Extract<Block, { type: Type }> }

const BORDERS = { note: 'gold-deep', tip: 'moss', warning: 'ember' } as const

function CalloutBox({ block: { kind, title, blocks } }: Of<'callout'>) {
  const id = useId()
  return (
    <div
      aria-labelledby={id}
      role="note"
      style={{ borderColor: `var(--${BORDERS[kind] ?? BORDERS.note})` }}
    >
      <p id={id}>
        <strong>
          <Runs runs={title} />
        </strong>
      </p>
      <Blocks blocks={blocks} />
    </div>
  )
}

const Definitions = ({ block: { items } }: Of<'definitions'>) => (
  <dl>
    {[...items.entries()].map(([index, { term, blocks }]) => (
      <div key={index}>
        <dt>
          <Runs runs={term} />
        </dt>
        <dd>
          <Blocks blocks={blocks} />
        </dd>
      </div>
    ))}
  </dl>
)

function Figure({ block: { alt, picture, caption, share } }: Of<'image'>) {
  // An import that is tried out stores no pictures.
  const [isMissing, setIsMissing] = useState(false)
  return (
    <figure style={share === null ? {} : { width: `${share}%` }}>
      {isMissing ? (
        <p className="desk-quiet">{t('picture_missing', { alt })}</p>
      ) : (
        <img
          alt={alt}
          loading="lazy"
          onError={() => setIsMissing(true)}
          src={picture.url}
          style={share === null ? {} : { width: '100%' }}
        />
      )}
      {caption && (
        <figcaption>
          <Runs runs={caption} />
        </figcaption>
      )}
    </figure>
  )
}

const Notes = ({ block: { notes } }: Of<'footnotes'>) => (
  <ol>
    {[...notes.entries()].map(([index, runs]) => (
      <li className="desk-text" key={index}>
        <Runs runs={runs} />
      </li>
    ))}
  </ol>
)

function List({ block: { items, start } }: Of<'list'>) {
  const parts = [...items.entries()].map(([index, item]) => (
    <li key={index}>
      <Blocks blocks={item} />
    </li>
  ))
  return start === null ? <ul>{parts}</ul> : <ol start={start}>{parts}</ol>
}

function Table({ block: { align, head, rows } }: Of<'table'>) {
  const side = (column: number) => ({ textAlign: align[column] ?? 'start' })
  return (
    <Wide aria-label={head.map(wordsOf).join(', ') || t('editor.table')} role="group" tabIndex={0}>
      <table className="desk-table">
        <thead>
          <tr>
            {[...head.entries()].map(([column, runs]) => (
              <th style={side(column)} key={column} scope="col">
                <Runs runs={runs} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows.entries()].map(([index, row]) => (
            <tr key={index}>
              {[...row.entries()].map(([column, runs]) => (
                <td style={side(column)} key={column}>
                  <Runs runs={runs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

const wordsOf = (runs: readonly Run[]): string =>
  runs.map((run) => (typeof run === 'string' ? run : run.text)).join('')

const Runs = ({ runs }: { runs: readonly Run[] }) =>
  [...runs.entries()].map(([index, run]) => <RunPart key={index} run={run} />)

function RunPart({ run }: { run: Run }): ReactNode {
  if (typeof run === 'string') return <span>{run}</span>
  const { text, strong, em, href, note } = run
  if (note !== undefined) return <sup>{text}</sup>
  let part: ReactNode = text
  if (em) part = <em>{part}</em>
  if (strong) part = <strong>{part}</strong>
  // Links are shown with their targets and cannot be clicked: reviewers check them, and paths belong to the site.
  if (href === undefined) return typeof part === 'string' ? <span>{part}</span> : part
  return (
    <>
      <u>{part}</u> <span className="desk-quiet">{`(${href})`}</span>
    </>
  )
}
