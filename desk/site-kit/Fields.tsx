import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { SITE_TEXT_MAX } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import type { Elements } from '../parts/elements.ts'
import { fieldId, placeName } from '../parts/kitNames.ts'
import type { NamedText } from '../parts/kitTexts.ts'
import type { FieldPlace, Place, Simple } from '../parts/kitValues.ts'
import { isOf, type Kind, useKit, useTyped } from './kitContext.ts'
import { isOutdated, overrideOf } from './textSearch.ts'

type ProblemProps = { place: FieldPlace; id: string }

/** What the server, or the browser, finds wrong with a place. */
export const PlaceProblems = ({ place, id }: ProblemProps) => {
  const found = useKit().problems.filter((problem) => isOf(place, problem))
  return (
    <div id={id}>
      {found.map(({ problem }) => (
        <p className="desk-problem" key={problem}>
          {problem}
        </p>
      ))}
    </div>
  )
}

export const useHasProblem = (place: FieldPlace): boolean =>
  useKit().problems.some((problem) => isOf(place, problem))

export const FieldBox = styled('div')({
  margin: '0 0 16px',
  '& p': { margin: 0 },
  '& > .desk-quiet': { fontSize: 15 },
  '& textarea': {
    // A field that grows with its content would otherwise widen the page by its longest word.
    boxSizing: 'border-box',
    width: 0,
    minWidth: '100%',
    resize: 'vertical',
    fieldSizing: 'content',
    minHeight: 44,
    maxHeight: '60vh',
  },
})

type InputProps = {
  place: FieldPlace
  label: string
  text: string
  onChange: (text: string) => void
  max: number
  note?: Elements
  rows?: number | undefined
  type?: 'email' | undefined
}

/** A labelled field of the browser with its problems below. */
export const PlaceInput = ({ place, label, text, onChange, max, note, rows, type }: InputProps) => {
  const isWrong = useHasProblem(place)
  const id = useId()
  const shared = {
    'aria-describedby': `${id}-note ${id}-problem`,
    'aria-invalid': isWrong,
    id: fieldId(place),
    maxLength: max,
    value: text,
  }
  return (
    <FieldBox className="desk-fields">
      <label htmlFor={fieldId(place)}>{label}</label>
      {rows === undefined ? (
        <input
          {...shared}
          onChange={(event) => onChange(event.target.value)}
          spellCheck={type === undefined}
          type={type ?? 'text'}
        />
      ) : (
        <textarea {...shared} onChange={(event) => onChange(event.target.value)} rows={rows} />
      )}
      <div className="desk-quiet" id={`${id}-note`}>
        {note}
      </div>
      <PlaceProblems id={`${id}-problem`} place={place} />
    </FieldBox>
  )
}

type SimpleProps = { place: Simple; max: number; kind?: Kind; note?: string; fallback?: string }

/** Name, claim and the like. Empty, it is the default. */
export const SimpleField = ({ place, max, kind = 'line', note, fallback }: SimpleProps) => {
  const { value, setValue } = useKit()
  const { textAt, take } = useTyped()
  const handleChange = (text: string) => {
    if (take(place, kind, text)) setValue(place, text === '' ? undefined : text)
  }
  return (
    <PlaceInput
      label={placeName(place)}
      max={max}
      note={
        <>
          {note && <p>{note}</p>}
          {fallback && <p>{t('site.empty_default', { text: fallback })}</p>}
        </>
      }
      onChange={handleChange}
      place={place}
      text={textAt(place) ?? value[place] ?? ''}
      type={kind === 'email' ? 'email' : undefined}
    />
  )
}

/** `id` is with the language. */
type TextProps = NamedText & { note?: Elements }

export const KitTextField = ({ id, label, note }: TextProps) => {
  const { value, setValue, texts } = useKit()
  const original = texts.get(id)
  if (!original) return null
  const own = value.texts?.[id]
  const place = `texts.${id}` as const
  const isLong = original.text.length > 60 || original.text.includes('\n')
  return (
    <PlaceInput
      label={label}
      max={SITE_TEXT_MAX}
      note={
        <>
          {note}
          {own && !isOutdated(original, value.texts ?? {}) && (
            <div className="desk-actions">
              <p>{t('site.was_default', { text: original.text })}</p>
              <BackToDefault label={label} place={place} />
            </div>
          )}
          {own && <Outdated id={id} label={label} />}
        </>
      }
      onChange={(text) => setValue(place, overrideOf(original, text))}
      place={place}
      rows={isLong ? 2 : undefined}
      text={own?.text ?? original.text}
    />
  )
}

export const BackToDefault = ({ place, label }: { place: Place; label: string }) => {
  const { setValue } = useKit()
  return (
    <button
      aria-label={t('site.back_to_default_of', { name: label })}
      className="desk-plain"
      onClick={() => {
        setValue(place, undefined)
        document.getElementById(fieldId(place))?.focus()
      }}
      type="button"
    >
      {t('site.back_to_default')}
    </button>
  )
}

/** Both defaults side by side, where a new version has changed the one that was replaced. */
const Outdated = ({ id, label }: { id: string; label: string }) => {
  const { value, setValue, texts } = useKit()
  const [original, own] = [texts.get(id), value.texts?.[id]]
  if (!original || !own || !isOutdated(original, value.texts ?? {})) return null
  const place = `texts.${id}` as const
  return (
    <Both>
      <p>{t('site.default_changed')}</p>
      <dl>
        <div>
          <dt>{t('site.default_then')}</dt>
          <dd>{own.was}</dd>
        </div>
        <div>
          <dt>{t('site.default_now')}</dt>
          <dd>{original.text}</dd>
        </div>
      </dl>
      <div className="desk-actions">
        <ActionButton onClick={() => setValue(place, { text: own.text, was: original.text })}>
          {t('site.keep_mine')}
        </ActionButton>
        <BackToDefault label={label} place={place} />
      </div>
    </Both>
  )
}

const Both = styled('div')({
  padding: '4px 12px',
  borderInlineStart: '3px solid var(--gold-deep)',
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
    gap: 12,
    margin: '8px 0',
  },
  '& dt': { fontWeight: 500 },
  '& dd': { margin: 0, color: 'var(--ink)', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
})

export const KitTexts = ({ texts }: { texts: readonly NamedText[] }) => {
  const { language } = useKit()
  return texts.map((text) => {
    const id = `${language}/${text.id}`
    return <KitTextField id={id} key={id} label={text.label} note={<HideNote id={id} />} />
  })
}

const HideNote = ({ id }: { id: string }) =>
  useKit().texts.get(id)?.may_be_empty && <p>{t('site.hideable')}</p>
