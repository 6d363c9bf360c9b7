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

/** An emptied field stays an empty text; react-admin would make it null. */
export const asTyped = (text: string): string => text

const Add = () => {
  const { add } = useSimpleFormIterator()
  return <ActionButton onClick={() => add()}>{t('sections.add')}</ActionButton>
}

/** Sections of an entry in their order; the arrows at each row move it. A section keeps its id when it moves. */
export const SectionsInput = ({ isContentRequired }: { isContentRequired?: boolean }) => (
  <ArrayInput label={t('sections.label')} source="sub_entries">
    <SimpleFormIterator addButton={<Add />} disableClear>
      <TextInput source="title" validate={required()} />
      <TextInput
        defaultValue=""
        minRows={3}
        multiline
        parse={asTyped}
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
