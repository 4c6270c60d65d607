export const Market = () => <h1 className="p-8">Market</h1>
