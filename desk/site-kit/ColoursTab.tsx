import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { DEFAULT_COLOURS, type Theme } from '#contract/colours.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ActionButton.tsx'
import { fieldId, placeName } from '../parts/kitNames.ts'
import { COLOURS, type Colour, THEMES, withoutColours } from '../parts/kitValues.ts'
import { Section } from '../parts/PageParts.tsx'
import { SMALL } from '../theme/shared.ts'
import { PlaceProblems, useHasProblem } from './Fields.tsx'
import { useKit, useTyped } from './kitContext.ts'

/** Five colours for each theme; the server derives all others. */
export const ColoursTab = () => {
  const { value } = useKit()
  return (
    <>
      <p className="desk-quiet">{t('site.colours_intro')}</p>
      {THEMES.map((theme) => (
        <Section
          key={theme}
          title={t('site.colours_of', { theme: t(`site.themes.${theme}`).toLowerCase() })}
        >
          {COLOURS.map((colour) => (
            <ColourField colour={colour} key={colour} theme={theme} />
          ))}
        </Section>
      ))}
      {value.colours && <DefaultColours />}
    </>
  )
}

const DefaultColours = () => {
  const { draft } = useKit()
  const { forget } = useTyped()
  const handleConfirm = async () => {
    for (const theme of THEMES) for (const colour of COLOURS) forget(`colours.${theme}.${colour}`)
    draft.change(withoutColours)
    return ''
  }
  return (
    <ConfirmButton
      label={t('site.default_colours')}
      onConfirm={handleConfirm}
      text={t('site.default_colours_text')}
      title={t('site.default_colours_ask')}
    />
  )
}

/** The browser's own colour field, and the same as text. */
const ColourField = ({ theme, colour }: { theme: Theme; colour: Colour }) => {
  const { value, setValue } = useKit()
  const { textAt, take, forget } = useTyped()
  const id = useId()
  const place = `colours.${theme}.${colour}` as const
  const isWrong = useHasProblem(place)
  const usual = DEFAULT_COLOURS[theme][colour]
  const chosen = value.colours?.[theme][colour] ?? usual
  const choose = (text: string) => {
    forget(place)
    setValue(place, text)
  }
  const handleTyped = (typed: string) => {
    const text = typed.trim().toLowerCase()
    if (take(place, 'colour', text)) setValue(place, text === '' ? undefined : text)
  }
  return (
    <Field className="desk-fields">
      <label htmlFor={fieldId(place)}>{placeName(place)}</label>
      <p className="desk-quiet" id={`${id}-note`}>
        <span>{t(`site.colour_notes.${colour}`)}</span>{' '}
        {chosen !== usual && <span>{t('site.was_default', { text: usual })}</span>}
      </p>
      <div>
        <input
          aria-label={t('site.pick', { name: placeName(place) })}
          onChange={(event) => choose(event.target.value)}
          type="color"
          value={chosen}
        />
        <input
          aria-describedby={`${id}-note ${id}-problem`}
          aria-invalid={isWrong}
          autoComplete="off"
          id={fieldId(place)}
          maxLength={7}
          onChange={(event) => handleTyped(event.target.value)}
          spellCheck={false}
          value={textAt(place) ?? chosen}
        />
      </div>
      <PlaceProblems id={`${id}-problem`} place={place} />
    </Field>
  )
}

const Field = styled('div')({
  margin: '0 0 16px',
  '& p': { margin: 0, fontSize: 15 },
  '& > div:has(> input)': { display: 'flex', gap: 8 },
  '& input[type="color"]': { flex: 'none', width: 64, padding: 4, cursor: 'pointer' },
  '& input:not([type="color"])': { maxWidth: 160 },
  [SMALL]: { '& input:not([type="color"])': { maxWidth: 'none' } },
})
