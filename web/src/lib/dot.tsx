/** A middle dot between two facts. It is drawn on a space, which a line that ends there leaves out, and the dot with it. */
export const Dot = () => (
  <>
    <span className="bg-[radial-gradient(circle,currentColor_0.09em,transparent_0.13em)] [word-spacing:0.45em]"> </span>
    <span className="sr-only">· </span>
  </>
)
