import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CONTENT_NOTES_MAX,
  type GroupOpening,
  OPENING_LANGUAGES,
  OPENING_LINE_MAX,
  OPENING_MODES,
  OPENING_PLACES_MAX,
  type OpeningBody,
  type OpeningLanguage,
  type OpeningMode,
} from '#contract/openings.ts'
import { FocusedHeading } from '#kit/FocusedHeading.tsx'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { openingsApi } from '#src/store/groups/openings/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, type FormOf, Submit, useForm } from '#src/ui/form/Form.tsx'
import { languageOptions } from '#src/ui/languageNames.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { useOvertaken } from '../useOvertaken.ts'
import { OpeningFacts } from './OpeningFacts.tsx'

type Fields = {
  plays: string
  language: OpeningLanguage
  second: OpeningLanguage | null
  mode: OpeningMode
  place: string
  rhythm: string
  /** The field as it was typed. */
  places: string
  beginners: boolean
  content_notes: string
}

/** @param language of the page */
function fieldsOf(opening: GroupOpening['opening'], language: string): Fields {
  const isKnown = (code: string): code is OpeningLanguage =>
    OPENING_LANGUAGES.some((known) => known === code)
  const own = language.slice(0, 2)
  const [first = isKnown(own) ? own : 'en', second = null] = (opening?.languages ?? []).filter(
    isKnown,
  )
  return {
    plays: opening?.plays ?? '',
    language: first,
    second,
    mode: opening?.mode ?? 'online',
    place: opening?.place ?? '',
    rhythm: opening?.rhythm ?? '',
    places: String(opening?.free || 1),
    beginners: opening?.beginners ?? true,
    content_notes: opening?.content_notes ?? '',
  }
}

/** Typed texts; the other fields are chosen. */
const textsOf = ({ plays, place, rhythm, content_notes }: Fields) => [
  plays,
  place,
  rhythm,
  content_notes,
]

const fieldProblems = ({ plays, places }: Fields) => ({
  ...(plays.trim() === '' && { plays: 'openings.plays_missing' as const }),
  ...(!(/^\d+$/.test(places) && Number(places) >= 1 && Number(places) <= OPENING_PLACES_MAX) && {
    places: 'openings.places_wrong' as const,
  }),
})

const bodyOf = ({ language, second, places, ...fields }: Fields, version: number): OpeningBody => ({
  ...fields,
  languages: second === null || second === language ? [language] : [language, second],
  places: Number(places),
  version,
})

type Props = { group: GroupRow; onClose: () => void } & Pick<GroupOpening, 'opening'>
type PartProps = { form: FormOf<Fields> }

/** What a group says about itself while it looks for players. */
export function OpeningForm({ group, opening, onClose }: Props) {
  const { t } = useTranslation()
  const pageLanguage = useLanguage()
  const [before] = useState(() => fieldsOf(opening, pageLanguage))
  const { current, isConflict, settle } = useOvertaken(opening)
  const [save] = openingsApi.useSaveOpeningMutation()
  const say = (key: MessageKey) => t(key, { max: OPENING_PLACES_MAX })
  const keep = `opening/${group.id}`
  const form = useForm({ initial: before, rules: fieldProblems, say, keep })
  useUnsaved(keep, textsOf(form.values), textsOf(before))

  const handleSubmit = async (fields: Fields) => {
    const version = current?.version ?? 0
    const { error } = await save({ id: group.id, ...bodyOf(fields, version) })
    settle(error)
    form.settle(error, onClose)
    return refusalOf<keyof Fields>(error, say, 'openings.failed')
  }
  return (
    <Form form={form} aria-label={t('openings.form')} onSubmit={handleSubmit}>
      <FocusedHeading level={4} className="font-sans text-ui font-bold outline-none">
        {t('openings.form')}
      </FocusedHeading>
      <p className="font-sans text-sm text-ink-soft">{t('openings.form_lead')}</p>
      {(isConflict || form.kept.found?.isOvertaken) && opening && (
        <OpeningFacts opening={opening} />
      )}
      <WhatFields form={form} />
      <WhereFields form={form} />
      <FormError {...form.error} />
      <div className="flex flex-wrap gap-3">
        <Submit of={form}>{t('openings.save')}</Submit>
        <Button onClick={onClose}>{t('openings.cancel')}</Button>
      </div>
    </Form>
  )
}

function WhatFields({ form: { field } }: PartProps) {
  const { t } = useTranslation()
  const pageLanguage = useLanguage()
  const languages = languageOptions(OPENING_LANGUAGES, pageLanguage)
  const search = {
    searchLabel: t('openings.search_language'),
    emptyText: t('openings.no_language'),
    className: 'w-full',
  }
  const { value: language, onChange: chooseLanguage } = field('language')
  const { value: second, onChange: chooseSecond } = field('second')
  return (
    <>
      <TextField
        {...field('plays')}
        required
        label={t('openings.field_plays')}
        autoComplete="off"
        maxLength={OPENING_LINE_MAX}
        className="w-full"
      />
      <Select
        {...search}
        label={t('openings.field_language')}
        value={language}
        options={languages}
        onChange={chooseLanguage}
      />
      <Select<OpeningLanguage | null>
        {...search}
        label={t('openings.field_second_language')}
        value={second}
        options={[{ value: null, label: t('openings.no_second_language') }, ...languages]}
        onChange={chooseSecond}
      />
      <TextField
        {...field('places')}
        type="number"
        inputMode="numeric"
        required
        label={t('openings.field_places')}
        min={1}
        max={OPENING_PLACES_MAX}
      />
    </>
  )
}

function WhereFields({ form: { field, values } }: PartProps) {
  const { t } = useTranslation()
  const line = { autoComplete: 'off', maxLength: OPENING_LINE_MAX, className: 'w-full' }
  return (
    <>
      <Select
        label={t('openings.where')}
        value={values.mode}
        options={OPENING_MODES.map((value) => ({ value, label: t(`openings.mode_${value}`) }))}
        onChange={field('mode').onChange}
        className="w-full"
      />
      <TextField {...field('place')} {...line} label={t('openings.field_place')} />
      <TextField {...field('rhythm')} {...line} label={t('openings.field_rhythm')} />
      <Checkbox
        label={t('openings.beginners')}
        checked={values.beginners}
        onChange={field('beginners').onChange}
      />
      <TextField
        {...field('content_notes')}
        {...line}
        label={t('openings.field_content_notes')}
        hint={t('openings.field_content_notes_hint')}
        maxLength={CONTENT_NOTES_MAX}
      />
    </>
  )
}
