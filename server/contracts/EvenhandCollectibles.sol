// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// Works that were sold for charity. One account mints each once, for the owner's address; from then on a token is its owner's
/// alone: nobody can take it back, freeze it or mint it again.
contract EvenhandCollectibles is ERC721 {
    /// The only account that mints.
    address public immutable minter;
    /// SHA-256 of a work's image, by its token.
    mapping(uint256 tokenId => bytes32) public imageHash;
    string private _base;

    error NotMinter(address caller);
    error NoImageHash();

    /// `baseUri` with the token's decimal number after it is the address of the token's metadata.
    constructor(string memory baseUri) ERC721("Evenhand Charity Collectibles", "EHCC") {
        minter = msg.sender;
        _base = baseUri;
    }

    /// Mints a work for an address, which must take it if it is a contract. Reverts where the token exists already.
    function mint(address to, uint256 tokenId, bytes32 hash) external {
        if (msg.sender != minter) revert NotMinter(msg.sender);
        if (hash == bytes32(0)) revert NoImageHash();
        imageHash[tokenId] = hash;
        _safeMint(to, tokenId);
    }

    function _baseURI() internal view override returns (string memory) {
        return _base;
    }
}
