/** A command line whose flags stay whole where it breaks: browsers break after a hyphen. */
export const CommandText = ({ text }: { text: string }) =>
  text.split(/(?<!\S)(--?[\w-]+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
