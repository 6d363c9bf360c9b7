import {
  ArrayInput,
  BooleanInput,
  DateTimeInput,
  required,
  SimpleFormIterator,
  useSimpleFormIterator,
} from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { DeskContent } from '#contract/content.ts'
import { SLOTS_MAX } from '#contract/programme.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { FieldPair } from '../parts/FieldPair.ts'
import { asMoment } from './RegistrationFields.tsx'

/** A new slot begins where the last one ends. */
const Add = () => {
  const { add, total } = useSimpleFormIterator()
  const { getValues } = useFormContext<Partial<DeskContent>>()
  if (total >= SLOTS_MAX) return null
  const handleAdd = () => {
    const { slots, starts_at = null, ends_at = null } = getValues()
    add({ starts_at: slots?.at(-1)?.ends_at ?? starts_at, ends_at })
  }
  return <ActionButton onClick={handleAdd}>{t('tables.add_slot')}</ActionButton>
}

/** The slots in which tables of an event play. A slot keeps its id while its times change. */
export const SlotFields = () => (
  <>
    <ArrayInput helperText={t('tables.slots_hint')} source="slots">
      <SimpleFormIterator addButton={<Add />} disableClear disableReordering>
        <FieldPair>
          <DateTimeInput parse={asMoment} source="starts_at" validate={required()} />
          <DateTimeInput parse={asMoment} source="ends_at" validate={required()} />
        </FieldPair>
      </SimpleFormIterator>
    </ArrayInput>
    <BooleanInput helperText={t('tables.offers_hint')} source="takes_offers" />
  </>
)
