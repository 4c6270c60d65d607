export const Language = () => <h1 className="p-8">Language</h1>
