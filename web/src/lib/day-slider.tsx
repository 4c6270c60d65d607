type SliderProps = {
  day: number
  days: number
  /** What the chosen day means, in words. */
  text: string
  onDay: (day: number) => void
}

/**
 * Chooses a day of a term: dragged, by arrow keys, or by a press on its line. A browser draws the rest of the line in white on a
 * dark page where the colour of the chosen part is darker than text.
 */
export const DaySlider = ({ day, days, text, onDay }: SliderProps) => (
  <label className="flex flex-col gap-1 text-13">
    <span className="text-fg2">{text}</span>
    <input
      type="range"
      dir="ltr"
      min={0}
      max={days}
      value={day}
      aria-valuetext={text}
      onChange={(event) => onDay(event.target.valueAsNumber)}
      className="h-8 w-full accent-accent-text mobile:h-11"
    />
  </label>
)
