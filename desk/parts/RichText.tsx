import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import type { RichText as Tree } from '#contract/formatting.ts'
import { type BlockOf, Blocks, type RichParts, Runs, wordsOf } from '#kit/RichText.tsx'
import { t } from '../i18n.ts'
import { PlainTable } from './PlainTable.tsx'

/** A text as the site shows it; null: as typed. */
export const RichText = ({ text, tree }: { text: string; tree: Tree | null }) =>
  tree === null ? (
    <p className="desk-text">{text}</p>
  ) : (
    <Formatted>
      <Blocks blocks={tree} parts={parts} />
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

const parts: RichParts = {
  classNames: { text: 'desk-text' },
  heading: (_block, text) => (
    <p className="desk-text">
      <strong>{text}</strong>
    </p>
  ),
  callout: (block) => <CalloutBox block={block} />,
  table: (block) => <Table block={block} />,
  image: (block) => <Figure block={block} />,
  footnotes: (block) => <Notes block={block} />,
  reference: ({ text }) => <sup>{text}</sup>,
  // Links are shown with their targets and cannot be clicked: reviewers check them, and paths belong to the site.
  link: (href, part) => (
    <>
      <u>{part}</u> <span className="desk-quiet">{`(${href})`}</span>
    </>
  ),
}

const BORDERS = { note: 'gold-deep', tip: 'moss', warning: 'ember' } as const

function CalloutBox({ block: { kind, title, blocks } }: { block: BlockOf<'callout'> }) {
  const id = useId()
  return (
    <div
      aria-labelledby={id}
      role="note"
      style={{ borderColor: `var(--${BORDERS[kind] ?? BORDERS.note})` }}
    >
      <p id={id}>
        <strong>
          <Runs parts={parts} runs={title} />
        </strong>
      </p>
      <Blocks blocks={blocks} parts={parts} />
    </div>
  )
}

function Figure({ block: { alt, picture, caption, share } }: { block: BlockOf<'image'> }) {
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
          <Runs parts={parts} runs={caption} />
        </figcaption>
      )}
    </figure>
  )
}

const Notes = ({ block: { notes } }: { block: BlockOf<'footnotes'> }) => (
  <ol>
    {[...notes.entries()].map(([index, runs]) => (
      <li className="desk-text" key={index}>
        <Runs parts={parts} runs={runs} />
      </li>
    ))}
  </ol>
)

function Table({ block: { align, head, rows } }: { block: BlockOf<'table'> }) {
  const shown = (cells: typeof head) =>
    [...cells.entries()].map(([column, runs]) => <Runs key={column} parts={parts} runs={runs} />)
  return (
    <Wide aria-label={head.map(wordsOf).join(', ') || t('editor.table')} role="group" tabIndex={0}>
      <PlainTable heads={shown(head)} rows={rows.map(shown)} sides={align} />
    </Wide>
  )
}
