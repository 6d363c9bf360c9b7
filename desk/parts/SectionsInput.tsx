import {
  ArrayInput,
  NumberInput,
  required,
  SimpleFormIterator,
  TextInput,
  useSimpleFormIterator,
} from 'react-admin'
import { t } from '../i18n.ts'
import { ActionButton } from './ActionButton.tsx'
import { FormattedInput } from './FormattedInput.tsx'

const Add = () => {
  const { add } = useSimpleFormIterator()
  return <ActionButton onClick={() => add()}>{t('sections.add')}</ActionButton>
}

/** Sections of an entry in their order; the arrows at each row move it. A section keeps its id when it moves. */
/** @param isLight see `FormattedInput` */
type Props = { isContentRequired?: boolean; isLight?: boolean }

export const SectionsInput = ({ isContentRequired, isLight }: Props) => (
  <ArrayInput label={t('sections.label')} source="sub_entries">
    <SimpleFormIterator addButton={<Add />} disableClear>
      <TextInput source="title" validate={required()} />
      <FormattedInput
        isLight={isLight}
        minRows={3}
        source="content"
        validate={isContentRequired ? required() : undefined}
      />
      <NumberInput
        defaultValue={0}
        label={t('sections.level')}
        max={5}
        min={0}
        source="level"
        step={1}
      />
    </SimpleFormIterator>
  </ArrayInput>
)
