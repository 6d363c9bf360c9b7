import { ArrayInput, NumberInput, required, SimpleFormIterator, TextInput } from 'react-admin'
import { texts } from '../texts.ts'

const must = required(texts.required)

/** An emptied field stays an empty text; react-admin would make it null. */
export const asTyped = (text: string): string => text

/** Sections of an entry in their order; the arrows at each row move it. A section keeps its id when it moves. */
export const SectionsInput = () => (
  <ArrayInput label={texts.sections.label} source="sub_entries">
    <SimpleFormIterator disableClear>
      <TextInput source="title" validate={must} />
      <TextInput defaultValue="" minRows={3} multiline parse={asTyped} source="content" />
      <NumberInput
        defaultValue={0}
        label={texts.sections.level}
        max={5}
        min={0}
        source="level"
        step={1}
      />
    </SimpleFormIterator>
  </ArrayInput>
)
